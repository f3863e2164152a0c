/** What happened, in sentences and dice; the odds of what may. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/log";
import { count, figures, fixed } from "./numbers";

export const odds: Said<typeof en.odds> = {
  title: (unit, target) => `${unit} gegen ${target}`,
  at: (far, band) => `auf ${far}${band ? `, ${band}` : ""}`,
  before: "von da, wo sie jetzt steht, vor der Bewegung, die ausgelegt ist",
  none: "Zwischen diesen beiden lässt sich nichts berechnen.",
  pick: isTouched ? "Tippen Sie auf einen Feind, um zu sehen, was daraus werden kann." : "Halten Sie den Zeiger über einen Feind, oder wählen Sie einen, um zu sehen, was daraus werden kann.",
  mean: (n, what = "") => `${fixed(n)} erwartet${what ? ` (${what})` : ""}`,
  taken: "Vorausgesetzt",
  beyond: "In diesem Zug kein Zusammenstoß",
  beyondMore: "Was ein Zusammenstoß brächte",
  theirs: "ihre",
  total: "Insgesamt",
};

export const log: Said<typeof en.log> = {
  title: "Meldungen",
  unfold: (n) => `Alle ${n} einzeln`,
  news: (n) => `${n} neu`,
  since: "vor Ihrem letzten Wort",
  each: (percent) => `je ${percent} %`,
  pool: ({ shooters, each, percent, sure, rest, shots }) => {
    const all = shots ? `${shots.map(([n, chance]) => `${n} mit ${chance} %`).join(", ")}, zusammen ${figures(percent)} %` : shooters === 1 && percent === each ? "" : shooters * each === percent ? `${shooters} × ${each} % = ${figures(percent)} %` : `${count(shooters, "Schütze", "Schützen")}, zusammen ${figures(percent)} %`;
    if (!sure) return all ? `${all} für einen Treffer` : `${rest} % für einen Treffer`;
    return `${all ? `${all}: ` : ""}${count(sure, "sicherer Treffer", "sichere Treffer")}${rest ? `, ${rest} % für einen weiteren` : ""}`;
  },
  hit: "getroffen",
  idle: "zählt nicht",
  miss: "verfehlt",
  hits: (n) => (n ? count(n, "Treffer", "Treffer") : "kein Treffer"),
  dice: (n) => count(n, "Würfel", "Würfel"),
  actions: (n) => count(n, "Punkt", "Punkte"),
  below: (by) => (by > 0 ? `${by} darunter` : by < 0 ? `${-by} darüber` : "genau gleich"),
  toStay: "Zu unterbieten",
  against: "gegen",
  more: (n) => `und ${n} weitere`,
  all: "Alle Einheiten",
  onlyDice: "Nur Würfel",
  filter: "Über",
  empty: "Noch ist nichts geschehen.",
  yours: "Ihre Würfel",
  none: "noch keine Würfel",
  thrown: (n) => `${n} geworfen`,
  average: (mean, expected) => `im Schnitt ${fixed(mean)}, erwartet ${fixed(expected)}`,
  luck: ["wie erwartet", "über dem Schnitt", "unter dem Schnitt"],
  odd: (one) => `so weit daneben einmal in ${one}`,
  total: "Summe",
  needed: "von",
  newest: "neueste zuerst",
  sides: (n) => (n === 100 ? "Prozente" : `${n}-seitig`),
};

export const rule: Said<typeof en.rule> = { ruling: "Unsere Auslegung", doubt: "Zweifelhaft", missing: "Diese Regel steht nicht im Buch.", book: "Ihre Seite im Regelbuch" };

export const dice: Said<typeof en.dice> = {
  title: "Die Würfel",
  waiting: (who) => `Der erste Würfel fällt, wenn alle ihren Teil dazu gegeben haben: ${who.join(", ")} ${who.length === 1 ? "fehlt" : "fehlen"} noch.`,
  chosen: (seed) => `Wer Gastgeber ist, hat den Startwert ${seed} gewählt: Wer ihn kennt, kann die Würfel voraussagen.`,
  made: "Der Startwert besteht aus einem Teil des Servers und je einem von allen, die spielen. Jeder wurde durch seinen Hash versprochen, bevor einer gegeben wurde; so konnte ihn niemand wählen.",
  server: "Der Server",
  promised: "versprochen",
  given: "gegeben",
  open: "steht noch aus",
  mine: "in diesem Browser gezogen",
  broken: "Der Server verspricht nicht mehr, was er versprach, als dieser Browser zuerst nachsah: Trauen Sie diesen Würfeln nicht.",
  seed: "Startwert",
  check: "Mit der heruntergeladenen Datei selbst nachprüfen:",
  later: "Was versprochen war, wird gezeigt, wenn die Schlacht vorüber ist und beide Armeen gezeigt sind.",
};
