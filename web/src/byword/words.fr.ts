import type { Said } from "../lib/language";
import type { ByWordWords } from "./words";

export const fr: Said<ByWordWords> = {
  title: "La table en mots",
  asked: "On vous demande",
  nothing: "On ne vous demande rien pour l’instant.",
  news: "Ce qui s’est passé",
  ground: "Le terrain, et l’enjeu de la bataille",
  type: "Que dites-vous ?",
  hint: (example) => `Un numéro ou les premières lettres d’une réponse, puis ses champs${example && ` : ${example}`}. Une ligne vide est la réponse habituelle, « look NOM » décrit une unité, « options » dit les réponses, « ? » après un ordre dit ce qu’il en adviendrait, « undo » reprend ce pour quoi aucun dé n’est jeté, Tab complète.`,
  say: "Dire",
  close: "Retour à la carte (Échap)",
  lost: "Le serveur ne répond pas.",
  ended: (when) => `La table telle qu’elle était après ceci : ${when}.`,
  atFirst: "La table telle qu’elle était au commencement.",
  present: "Sur la carte se joue ce qui vient de se passer. Ces mots disent la table après cela, telle qu’elle est maintenant.",
  unseen: (name) => `Aucun de ceux que vous voyez ne s’appelle ${name}.`,
  ways: (n) => (n === 1 ? "une suite possible" : `${n} suites possibles`),
};
