/** What is asked of a player. */

import { isTouched } from "../../lib/touch";
import type { Said } from "../../lib/language";
import type * as en from "../en/asking";
import { asked as english } from "../en/asking";
import { large } from "../rules";
import { count, percent } from "./numbers";

export const asked: Said<typeof en.asked> = {
  fromPanel: isTouched ? "" : "Échap, puis Tab",
  readOut: (turn, seat, text, answers, more) => `Tour ${turn}. ${seat}, on vous demande : ${text}${answers.length ? ` ${answers.map((each, i) => `${i + 1} : ${each}`).join(" ; ")}.` : ""}${more ? ` Et ${more} ${more === 1 ? "autre question" : "autres questions"}.` : ""}`,
  byNumber: (n) => `Répondez par le numéro (1 à ${n}), ou allez à la question (A).`,
  title: "On vous demande",
  nothing: "On ne vous demande rien pour l’instant.",
  usual: "Habituel",
  danger: (who, how) => `En danger : ${who.join(", ")}. ${large(how)}.`,
  kept: "De même pour le reste de cette bataille",
  asBefore: (answer) => `Comme vous l’avez dit pour cette bataille : ${answer}.`,
  standing: (answer) => `Répondu pour vous : ${answer}.`,
  askAgain: "Me redemander",
  same: "les mêmes chances que ci-dessus",
  more: (n) => `et ${count(n, "autre question", "autres questions")}`,
  points: (left) => `${count(left, "point restant", "points restants")}`,
  pick: "Choisir",
  goals: "L’enjeu de la bataille, en points",
  ends: "Elle finit avant l’heure",
  // what ends it comes from the rules, in English: the whole sentence is
  end: english.end,
  special: "Ce qui ne vaut que dans cette bataille",
  applied: (by) => (by ? `appliqué : ${by}` : "une indication : aucune règle ne l’applique, aux joueurs de s’y tenir"),
  you: "vous",
  left: (time) => `encore ${time}, puis la réponse habituelle est donnée`,
  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n) => `${n} h`,
  days: (n) => count(n, "jour", "jours"),
  call: "À vous de jouer",
  callText: (battle, turn) => `${battle}, tour ${turn}`,
};

export const call: Said<typeof en.call> = {
  better: (p) => `${percent(p)} mieux`,
  same: (p) => `${percent(p)} inchangé`,
  worse: (p) => `${percent(p)} pire`,
  yes: "Elle essaie",
  no: "Elle s’abstient",
  these: (n, of) => (!n ? "Aucune n’essaie" : n === of ? `Toutes les ${n} essaient` : `${n} sur ${of} essaient`),
  all: "Toutes",
  nobody: "Aucune",
  look: "Montrer sur la carte",
};
