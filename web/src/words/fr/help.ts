/** Keys, gestures and how a turn goes. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/help";

export const help: Said<typeof en.help> = {
  title: isTouched ? "Avec les doigts" : "Touches",
  how: "Comment va un tour",
  steps: (untold) => [
    "Le ruban du haut dit quelle est la phase ; sous « On vous demande » se trouve ce qu’on attend de vous.",
    "Cliquez une unité sur la carte ou dans la liste. Sa fiche montre ce qu’on peut lui ordonner. Dites ce qu’elle doit faire ; la carte montre où elle irait et ce que cela coûte, avant que rien ne soit arrêté.",
    "Confirmez. Reprendre l’annule tant qu’aucun dé n’est jeté et que personne ne l’a vu.",
    `Terminé clôt votre part de la phase. Les unités sans ordre : ${untold}.`,
    "Chaque nombre des dépêches a sa règle à côté ; cliquez-la pour la lire dans nos mots.",
  ],
  keys: (layers) => isTouched ? [
    ["Toucher", "prendre une unité en main, viser un ennemi, montrer un endroit"],
    ["Toucher encore", "le nom d’une brigade : son chef"],
    ["Glisser", "déplacer la carte"],
    ["Deux doigts", "agrandir et réduire"],
    ["Tenir", "ce qu’on peut faire avec celui qui est là, ou là"],
    ["La poignée au-dessus de la feuille", "replier la feuille, ou la lever"],
  ] : [
    ["Ctrl + Entrée", "terminé, ou la réponse habituelle"],
    ["Entrée", "choisir ce qui a le focus ; puis confirmer ce qui est préparé"],
    ["Maj + Entrée", "donner ce qui est préparé, de partout dans sa carte"],
    ["A", "à ce qui est demandé ; Tab mène aux réponses"],
    ["Tab, Maj + Tab", "unité suivante ou précédente sans ordre"],
    ["F6", "à la partie suivante de la table, au clavier"],
    ["Esc", "lâcher : ce qui est préparé, puis le choix"],
    ["Ctrl + Z", "reprendre"],
    ["Espace", "centrer sur le choix"],
    ["+, −, 0", "agrandir, réduire, tout le champ"],
    ["W", "tout l’écran pour la carte, et retour des panneaux"],
    ["T", "la table en mots, avec des ordres tapés"],
    ["C, puis flèches", "un endroit de la carte : les flèches le déplacent, avec Maj plus loin, Page haut et bas d’unité en unité ; Entrée y clique, et encore une fois sur celui qui est visé donne l’ordre"],
    ["O, D", "dans une leçon : continuer, montrer"],
    ["B, L, R, H, N", `portées, ${layers.join(" et ") || "lignes et zones"}, règle, cacher les unités, signes`],
    ["S, E, K, G", "ligne de vue, portée de l’ennemi, légende de la carte, ce qui est sous le pointeur"],
    ["1 à 9", "choisir la réponse de ce numéro"],
    ["Maj, Ctrl + clic dans la liste", "toutes de la dernière à celle-ci ; une de plus ou de moins"],
    ["Clic droit sur la carte", "ce qu’on peut faire avec celui qui est là, ou là"],
    ["Flèches, virgule, point", "à la mise en place : déplacer et tourner ce qui est en main ; Entrée le pose"],
    ["[", "regard en arrière ; puis ← → un événement, avec Maj une phase, ↑ ↓ un tour, Espace joue, Esc revient au présent"],
    ["Espace, ← →, Esc", "pendant qu’on montre ce qui s’est passé : pause, un événement en avant ou en arrière, à la table ; 1 à 4 la vitesse, M les vôtres seulement, F suivre, D cadrage"],
    ["?", "cette feuille"],
  ],
};
