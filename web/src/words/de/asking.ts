/** What is asked of a player. */

import { isTouched } from "../../lib/touch";
import type { Said } from "../../lib/language";
import type * as en from "../en/asking";
import { asked as english } from "../en/asking";
import { large } from "../rules";
import { count, percent } from "./numbers";

export const asked: Said<typeof en.asked> = {
  fromPanel: isTouched ? "" : "Esc, dann Tab",
  readOut: (turn, seat, text, answers, more) => `Runde ${turn}. ${seat}, Sie werden gefragt: ${text}${answers.length ? ` ${answers.map((each, i) => `${i + 1}: ${each}`).join("; ")}.` : ""}${more ? ` Und ${more} weitere ${more === 1 ? "Frage" : "Fragen"}.` : ""}`,
  byNumber: (n) => `Antworten Sie mit der Nummer (1 bis ${n}), oder gehen Sie zur Frage (A).`,
  title: "Sie sind gefragt",
  nothing: "Jetzt werden Sie nichts gefragt.",
  usual: "Üblich",
  danger: (who, how) => `In Gefahr: ${who.join(", ")}. ${large(how)}.`,
  kept: "Für den Rest dieser Schlacht ebenso",
  asBefore: (answer) => `Wie Sie für diese Schlacht gesagt haben: ${answer}.`,
  standing: (answer) => `Für Sie beantwortet: ${answer}.`,
  askAgain: "Wieder fragen",
  same: "dieselben Aussichten wie oben",
  more: (n) => `und ${count(n, "weitere Frage", "weitere Fragen")}`,
  points: (left) => `noch ${count(left, "Punkt", "Punkte")}`,
  pick: "Wählen",
  goals: "Worum die Schlacht geht, in Punkten",
  ends: "Vor der Zeit endet sie",
  // what ends it comes from the rules, in English: the whole sentence is
  end: english.end,
  special: "Was nur in dieser Schlacht gilt",
  applied: (by) => (by ? `angewandt: ${by}` : "ein Hinweis: keine Regel wendet es an, die Spieler halten es ein"),
  you: "Sie",
  left: (time) => `noch ${time}, dann wird die übliche Antwort gegeben`,
  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n) => `${n} h`,
  days: (n) => count(n, "Tag", "Tage"),
  call: "Sie sind am Zug",
  callText: (battle, turn) => `${battle}, Runde ${turn}`,
};

export const call: Said<typeof en.call> = {
  better: (p) => `${percent(p)} besser`,
  same: (p) => `${percent(p)} wie jetzt`,
  worse: (p) => `${percent(p)} schlechter`,
  yes: "Versucht es",
  no: "Lässt es",
  these: (n, of) => (!n ? "Keine versucht es" : n === of ? `Alle ${n} versuchen es` : `${n} von ${of} versuchen es`),
  all: "Alle",
  nobody: "Keine",
  look: "Auf der Karte zeigen",
};
