/** The end of a battle. */

import type { Said } from "../../lib/language";
import type * as en from "../en/ending";
import { large } from "../rules";
import { count, figures } from "./numbers";

/** How great a victory is; a scenario may call it otherwise, and then in its own words. */
const LEVELS: Record<string, string> = { marginal: "étroite", clear: "nette", decisive: "décisive" };
const said = (what: string, level: string): string => (!level ? large(what) : LEVELS[level] ? `Une ${what} ${LEVELS[level]}` : `${large(what)} (${level})`);

export const ending: Said<typeof en.ending> = {
  title: "La bataille est finie",
  rank: (level) => LEVELS[level] ?? level,
  won: (level) => said("victoire", level),
  lost: (level) => said("défaite", level),
  winner: (side, level) => (level ? `${side} : ${LEVELS[level] ? `une victoire ${LEVELS[level]}` : `victoire (${level})`}` : `Vainqueur : ${side}`),
  draw: "Partie nulle",
  points: (n) => count(n, "point", "points"),
  turns: (n) => `après ${count(n, "tour", "tours")}`,
  losses: (lost, men, percent) => `${figures(lost)} hommes perdus sur ${figures(men)}, ${percent} %`,
  guns: (n) => count(n, "canon perdu", "canons perdus"),
  broken: "battus", destroyed: "détruits",
  look: "Regarder le champ",
  more: "Une autre bataille",
  again: "Le verdict",
  ahead: (side, lead) => `${side} : ${count(lead, "point", "points")} d’avance.`,
  level: "À égalité de points.",
  levels: (words) => `${large(words)}.`,
  report: "Lire le rapport",
  last: "Montrer le dernier tour",
  reportOwn: "Le récit de la bataille telle que votre camp l’a vécue, avec cartes, pertes et dés.",
  reportAll: "Le récit de la bataille avec cartes, pertes et dés, des deux armées.",
  writing: "Le rapport s’écrit ; cela prend quelques secondes.",
  unwritten: "Le rapport n’est pas accessible. Réessayez quand la liaison sera rétablie.",
  save: "Télécharger",
  saveHint: "L’enregistrement entier, pour grognard report, replay et verify.",
  reveal: "Montrer les deux armées",
};
