import type { Said } from "../lib/language";
import type { ByWordWords } from "./words";

export const de: Said<ByWordWords> = {
  title: "Der Tisch in Worten",
  asked: "Sie sind gefragt",
  nothing: "Jetzt werden Sie nichts gefragt.",
  news: "Was geschah",
  ground: "Das Gelände, und worum es geht",
  type: "Was sagen Sie?",
  hint: (example) => `Eine Nummer oder die ersten Buchstaben einer Antwort, dann ihre Felder${example && `: ${example}`}. Eine leere Zeile ist die übliche Antwort, „look NAME“ erzählt von einer Einheit, „options“ nennt die Antworten, „?“ hinter einem Befehl sagt, was daraus würde, „undo“ nimmt zurück, wofür noch nicht gewürfelt ist, Tab ergänzt.`,
  say: "Sagen",
  close: "Zurück zur Karte (Esc)",
  lost: "Der Server antwortet nicht.",
  ended: (when) => `Der Tisch, wie er danach war: ${when}.`,
  atFirst: "Der Tisch, wie er am Anfang war.",
  present: "Auf der Karte läuft, was eben geschah. Diese Worte sind vom Tisch danach, wie er jetzt steht.",
  unseen: (name) => `Niemand, den Sie sehen, heißt ${name}.`,
  ways: (n) => (n === 1 ? "eine Fortsetzung" : `${n} Fortsetzungen`),
};
