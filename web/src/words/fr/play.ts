/** What happened, played again; the past. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/play";
import { sentences } from "../rules";

export const play: Said<typeof en.play> = {
  title: "Ce qui s’est passé",
  since: "Depuis votre dernier mot",
  moment: "Comme c’est arrivé",
  event: (n, of) => `Événement ${n} sur ${of}`,
  first: "Au premier événement",
  back: "Un événement en arrière (←)",
  play: "Lecture (Espace)",
  pause: "Pause (Espace)",
  on: "Un événement en avant (→)",
  phase: "Passer cette phase (Maj →)",
  speed: "Vitesse",
  speeds: ["½", "1×", "2", "4", "d’un coup"],
  speedHints: ["deux fois moins vite", "à la vitesse habituelle", "deux fois plus vite", "quatre fois plus vite", "sans rien montrer : la table telle qu’elle est, d’un coup"],
  follow: "Suivre",
  followHint: "La carte suit ce qui se passe (F)",
  director: "Cadrage",
  directorHint: "La carte cadre qui agit et qui subit (D)",
  mine: "Les miens",
  mineHint: "Seulement ce que vos unités font ou subissent (M)",
  sound: "Son",
  soundHint: "Canons lointains, tambours et salves",
  skip: "À la table",
  skipKey: isTouched ? "" : "Esc",
  asked: isTouched ? "On montre ce qui s’est passé. « À la table » ramène à vos ordres." : "On montre ce qui s’est passé. Esc ramène à vos ordres.",
  here: "Montrer ce moment",
  more: (n) => `Et ${n} de plus.`,
  ...sentences,
};

export const replay: Said<typeof en.replay> = {
  title: "Regard en arrière",
  open: "Regard en arrière ([)",
  at: (turn, phase) => `tour ${turn}, ${phase}`,
  beginning: "Le début",
  asYou: "Comme vous l’avez vu alors",
  asAll: "Comme tous l’ont vu alors",
  asItWas: "Comme c’était",
  first: "Au début (Début)",
  back: "Un pas en arrière (←)",
  on: "Un pas en avant (→)",
  play: "Lecture (Espace)",
  pause: "Pause (Espace)",
  now: "Retour au présent (Fin)",
  toNow: "Retour au présent",
  speed: "Vitesse",
  speeds: ["½×", "1×", "2×", "4×"],
  all: "Les deux armées",
  reveal: "Montrer les deux armées",
  revealHint: "Tous ceux qui ont un lien vers cette bataille verront toutes les troupes.",
  asked: "Vous regardez le passé. Aucun ordre avant le retour au présent.",
  here: "Revenir à ceci",
  whole: "La revoir",
  unreached: "Le passé n’est pas accessible. Réessayez quand la liaison sera rétablie.",
};
