/** What happened, in sentences and dice; the odds of what may. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/log";
import { count, figures, fixed } from "./numbers";

export const odds: Said<typeof en.odds> = {
  title: (unit, target) => `${unit} contre ${target}`,
  at: (far, band) => `à ${far}${band ? `, ${band}` : ""}`,
  before: "de là où elle est maintenant, avant le mouvement préparé",
  none: "Rien ne se calcule entre ces deux-là.",
  pick: isTouched ? "Touchez un ennemi pour voir ce qui peut en advenir." : "Tenez le pointeur sur un ennemi, ou choisissez-en un, pour voir ce qui peut en advenir.",
  mean: (n, what = "") => `${fixed(n)} en moyenne${what ? ` (${what})` : ""}`,
  taken: "Tenu pour acquis",
  beyond: "Pas de contact ce tour-ci",
  beyondMore: "Ce que donnerait le contact",
  theirs: "les leurs",
  total: "En tout",
};

export const log: Said<typeof en.log> = {
  title: "Dépêches",
  unfold: (n) => `Chacune des ${n}`,
  news: (n) => count(n, "nouvelle", "nouvelles"),
  since: "avant votre dernier mot",
  each: (percent) => `${percent} % chacun`,
  pool: ({ shooters, each, percent, sure, rest, shots }) => {
    const all = shots ? `${shots.map(([n, chance]) => `${n} à ${chance} %`).join(", ")}, ${figures(percent)} % en tout` : shooters === 1 && percent === each ? "" : shooters * each === percent ? `${shooters} × ${each} % = ${figures(percent)} %` : `${count(shooters, "tireur", "tireurs")}, ${figures(percent)} % en tout`;
    if (!sure) return all ? `${all} pour un coup au but` : `${rest} % pour un coup au but`;
    return `${all ? `${all} : ` : ""}${count(sure, "coup sûr", "coups sûrs")}${rest ? `, ${rest} % pour un de plus` : ""}`;
  },
  hit: "touché",
  idle: "ne compte pas",
  miss: "manqué",
  hits: (n) => (n ? count(n, "coup au but", "coups au but") : "aucun coup au but"),
  dice: (n) => count(n, "dé", "dés"),
  actions: (n) => count(n, "point", "points"),
  below: (by) => (by > 0 ? `${by} au-dessous` : by < 0 ? `${-by} au-dessus` : "à égalité"),
  toStay: "À ne pas dépasser",
  against: "contre",
  more: (n) => `et ${n} de plus`,
  all: "Toutes les unités",
  onlyDice: "Dés seulement",
  filter: "Au sujet de",
  empty: "Il ne s’est encore rien passé.",
  yours: "Vos dés",
  none: "pas encore de dés",
  thrown: (n) => count(n, "jeté", "jetés"),
  average: (mean, expected) => `${fixed(mean)} en moyenne, ${fixed(expected)} attendu`,
  luck: ["comme attendu", "au-dessus de la moyenne", "au-dessous de la moyenne"],
  odd: (one) => `un tel écart une fois sur ${one}`,
  total: "total",
  needed: "sur",
  newest: "les plus récentes d’abord",
  sides: (n) => (n === 100 ? "pourcentages" : `à ${n} faces`),
};

export const rule: Said<typeof en.rule> = { ruling: "Notre interprétation", doubt: "En doute", missing: "Cette règle n’est pas dans le livre.", book: "Sa page dans le livre" };

export const dice: Said<typeof en.dice> = {
  title: "Les dés",
  waiting: (who) => `Le premier dé tombe quand tous ont donné leur part : ${who.join(", ")} ${who.length === 1 ? "manque" : "manquent"} encore.`,
  chosen: (seed) => `L’hôte a choisi la graine ${seed} : qui la connaît peut prédire les dés.`,
  made: "La graine est faite d’une part du serveur et d’une de chaque joueur. Chacune a été promise par son empreinte avant qu’aucune ne soit donnée ; personne n’a donc pu la choisir.",
  server: "Le serveur",
  promised: "promis",
  given: "donné",
  open: "à venir",
  mine: "tiré dans ce navigateur",
  broken: "Le serveur ne promet plus ce qu’il promettait quand ce navigateur a regardé d’abord : ne vous fiez pas à ces dés.",
  seed: "Graine",
  check: "Vérifiez vous-même avec le fichier téléchargé :",
  later: "Ce qui fut promis est montré quand la bataille est finie et les deux armées aussi.",
};
