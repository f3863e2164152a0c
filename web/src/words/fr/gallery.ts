/** The opening page: the battles, one's games, the links. */

import type { Said } from "../../lib/language";
import type * as en from "../en/gallery";
import { count } from "./numbers";

export const gallery: Said<typeof en.gallery> = {
  title: "Batailles",
  playOf: (battle) => `Jouer ${battle}`,
  chooseOf: (battle) => `Options de ${battle}`,
  begin: "Commencer ici",
  play: "Jouer",
  choose: "Options",
  usualHere: "habituel pour cette bataille",
  rules: "Règles",
  against: "Contre",
  opponents: { computer: "l’ordinateur", hotseat: "au même écran", link: "un ami, par lien" },
  join: "Rejoindre par un lien",
  joinHint: "Collez le lien que vous avez reçu",
  joinGo: "Prendre place",
  joinWrong: "Ce lien ne mène à aucune place de cette table.",
  men: (n) => count(n, "homme", "hommes"),
  turns: (n) => count(n, "tour", "tours"),
  lengths: ["une demi-heure", "une heure", "une soirée", "deux soirées"],
  fictitious: "imaginée",
  continueTitle: "Vos parties",
  awaited: "C’est à vous",
  unfinished: "Restées sur la table",
  back: "Retour à la table",
  forget: "Retirer",
  you: (who) => `Vous commandez : ${who}.`,
  both: "Tous les camps à cet écran.",
  turn: (turn, turns) => (turns ? `Tour ${turn} sur ${turns}` : `Tour ${turn}`),
  over: "Terminée",
  firstTitle: "Une première bataille",
  nextTitle: "La suivante",
  firstWhat: "Une poignée d’unités par camp. Encore un clic et vous commandez ; à chaque pas il est dit ce qui peut se faire et ce que cela peut coûter.",
  seat: "Vous commandez",
  seatLink: "L’autre camp reçoit un lien.",
  seatHot: "Chaque camp à son tour devant cet écran, avec un rideau entre les deux.",
  variants: "Variantes",
  noVariants: "Les règles telles qu’elles sont imprimées.",
  clock: "Pendule",
  clockHint: "Pour chaque décision d’une personne. Le temps écoulé, la réponse habituelle des règles est donnée pour elle, et tous l’apprennent.",
  clocks: { 0: "aucune", 120: "2 minutes", 300: "5 minutes", 900: "15 minutes", 86400: "1 jour", 259200: "3 jours", 604800: "7 jours" },
  start: "À la table",
  starting: "Mise en place",
  noServer: "La table ne répond pas. Le serveur est-il en marche ?",
  loading: "On déroule les cartes",
  systems: "Règles en jeu",
};

export const links: Said<typeof en.links> = {
  title: "Liens à envoyer",
  hint: "Qui a le lien a la place. Chacun est pour une seule personne.",
  spectator: "Pour regarder",
  sit: "Prenez place",
};
