/** Units and leaders: lists, cards, what changed. */

import type { Said } from "../../lib/language";
import type * as en from "../en/troops";
import { count, figures } from "./numbers";

const guns = (n: number): string => count(n, "canon", "canons");
const units = (n: number): string => count(n, "unité", "unités");

export const roster: Said<typeof en.roster> = {
  own: "Vos troupes",
  all: "À la vue de tous",
  nobody: "Personne n’est à la vue de tous.",
  enemy: "Ennemi",
  men: (men, n) => `${count(men, "homme", "hommes")}${n ? ` · ${guns(n)}` : ""}`,
  guns,
  sort: "Trier",
  sorts: { formation: "Formation", strength: "Force", steadiness: "Moral", order: "Ce qu’ils font" },
  expected: "Attendus",
  due: (turn) => (turn ? `tour ${turn}` : "on ne sait quand"),
  gone: "Hors du champ",
  lost: "perdu",
  left: "a quitté la table",
  unseen: "Aucun des leurs n’est en vue.",
  seen: "En vue",
  ghosts: "Vus plus tôt",
  seenOn: (turn) => `vu au tour ${turn}`,
  noRiders: "Personne n’est en chemin.",
  riders: "En chemin",
  rider: (to, carries) => `À ${to} : ${carries}`,
  arrives: (turn) => (turn ? `tour ${turn}` : "bientôt"),
  ordered: "a ses ordres",
  whole: "Prendre l’ensemble en main ; encore une fois pour son chef",
  others: "Autres",
  allies: "Sous d’autres commandants",
  wait: (n) => `${units(n)} sans ordre`,
};

export const card: Said<typeof en.card> = {
  strength: "Force",
  guns: "Canons",
  order: "Ordre",
  meant: "Compte",
  meantUnknown: "encore inconnu",
  leftTo: (whom) => `laissé, jusqu’à votre ordre, à : ${whom}`,
  awaits: "En chemin",
  awaited: (words, turn) => `${words}${turn ? `, attendu au tour ${turn}` : ""}`,
  givenBy: (who) => `par ${who}`,
  foe: "ennemi le plus proche",
  engaged: "En mêlée avec",
  nearest: "Ennemi le plus proche",
  of: (n) => `sur ${figures(n)}`,
  noOrder: "aucun encore",
  lost: (percent) => `${percent} % de pertes`,
  foot: "à pied", horse: "à cheval",
  points: "Points",
  ride: "Peut chevaucher",
  with: "Avec",
  commands: "Commande",
  units,
  several: (n) => `${n} unités choisies`,
  ghost: (turn) => `vu pour la dernière fois au tour ${turn}`,
  close: "Lâcher (Esc)",
};

export const sheet: Said<typeof en.sheet> = {
  unit: "Unité", odds: "Chances", force: "Troupes", log: "Dépêches",
  next: "Unité suivante", before: "Unité précédente", first: (n) => (n === 1 ? "À l’unité qui n’a pas encore d’ordre" : `À la première des ${n} unités sans ordre`),
  another: "Contre un autre", chooseOwn: "Choisissez d’abord une de vos unités.", whom: (name) => `${name} contre qui ? Touchez un ennemi ici ou sur la carte.`, nobody: "Aucun ennemi n’est en vue.",
};

export const changes: Said<typeof en.changes> = {
  title: "Depuis vos derniers ordres",
  none: "À ce que vous avez vu, personne n’a perdu d’hommes, d’ordre ni de courage.",
  nothing: "rien",
  first: "Vous n’avez encore rien dit.",
  more: (n) => `${n} de plus dans les dépêches`,
  seen: "vient en vue",
  hidden: "est hors de vue",
  fallen: "est perdu",
  where: { table: "arrive", left: "quitte la table", lost: "est perdu", waiting: "sort de la table" },
  now: (status) => `maintenant ${status}`,
  men: (n) => count(n, "homme perdu", "hommes perdus"),
  guns: (n) => count(n, "canon perdu", "canons perdus"),
  engaged: "est en mêlée avec l’ennemi",
};
