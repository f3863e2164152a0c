/** Setting up, talk, letters and the weather. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/setup";
import { count } from "./numbers";

export const S: Said<typeof en.S> = {
  dial: "Direction",
  fold: "Replier",
  unfold: "Déplier",
  setup: {
    zone: "Votre terrain est la partie claire de la carte. Glissez vos pièces à leur place.",
    groups: "Groupes",
    units: (n) => count(n, "unité", "unités"),
    left: "Tourner à gauche",
    right: "Tourner à droite",
    heading: (degrees) => `face à ${Math.round(degrees)}°`,
    keys: "Les flèches déplacent ce qui est choisi de 10 pas, avec Maj de 50 ; virgule et point le tournent ; Entrée le pose.",
    put: "Poser",
    back: "Laisser où il était",
    lay: (does, kind) => `${does || "Poser"} : ${kind}`,
    layHint: isTouched ? "Touchez l’un après l’autre les endroits où les poser. Ou glissez-en un d’ici." : "Cliquez l’un après l’autre les endroits où les poser ; Esc quand c’est assez. Ou glissez-en un d’ici.",
    gather: "Rassembler ici",
    gatherHint: "Tel qu’il est, il ne tient pas ici. Rassemblées, ses unités se tiennent côte à côte en lignes serrées.",
    notGathered: (who, why) => `Pas de place ici pour ${who.join(", ")}${why ? ` : ${why}` : ""}. Les autres y sont.`,
    remove: "Retirer",
    laid: (name, kind) => (kind ? `${name}, ${kind}` : name),
    outside: "Au-delà du bord : lâchez pour l’envoyer par là",
    noOutside: "C’est hors de la table.",
    ready: "Prêt",
    held: (name) => `${name} en main`,
  },
  sky: { title: "Temps et lumière" },
  talk: {
    now: "Parlez maintenant",
    title: "Paroles",
    with: (names) => `Avec ${names.join(", ")}`,
    closed: "Personne de votre camp ne peut vous entendre.",
    write: "Vous pouvez écrire.",
    left: (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`,
    leftWords: (minutes) => `encore ${count(minutes, "minute", "minutes")} pour parler`,
    say: "Dire",
    placeholder: "Entendu par ceux nommés ci-dessus",
    nothing: "Rien n’a encore été dit.",
    you: "Vous",
    turn: (turn) => `tour ${turn}`,
    lost: "Personne ne l’a entendu : la table ne répond pas. Dites-le encore une fois.",
  },
  letters: {
    title: "Lettres",
    write: "Écrire un message",
    none: "Pas encore de lettres.",
    from: (who) => `De ${who}`,
    to: (who) => `À ${who}`,
    read: (turn) => `lu au tour ${turn}`,
    wrote: (turn) => `envoyé au tour ${turn}`,
    riding: (turn) => (turn ? `en chemin, attendu au tour ${turn}` : "en chemin"),
    there: "remis",
  },
};
