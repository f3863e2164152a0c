/** The end of a battle. */

import type { Said } from "../../lib/language";
import type * as en from "../en/ending";
import { large } from "../rules";
import { count, figures } from "./numbers";

/** How great a victory is; a scenario may call it otherwise, and then in its own words. */
const LEVELS: Record<string, [won: string, lost: string, rank: string]> = {
  marginal: ["Ein knapper Sieg", "Eine knappe Niederlage", "knapp"],
  clear: ["Ein klarer Sieg", "Eine klare Niederlage", "klar"],
  decisive: ["Ein entscheidender Sieg", "Eine entscheidende Niederlage", "entscheidend"],
};
const won = (level: string): string => (level ? (LEVELS[level]?.[0] ?? `Sieg (${level})`) : "Sieg");

export const ending: Said<typeof en.ending> = {
  title: "Die Schlacht ist vorüber",
  rank: (level) => LEVELS[level]?.[2] ?? level,
  won,
  lost: (level) => (level ? (LEVELS[level]?.[1] ?? `Niederlage (${level})`) : "Niederlage"),
  winner: (side, level) => (level ? `${side}: ${won(level).charAt(0).toLowerCase()}${won(level).slice(1)}`.replace(": sieg (", ": Sieg (") : `Sieger: ${side}`),
  draw: "Unentschieden",
  points: (n) => count(n, "Punkt", "Punkte"),
  turns: (n) => `nach ${count(n, "Runde", "Runden")}`,
  losses: (lost, men, percent) => `${figures(lost)} von ${figures(men)} Mann verloren, ${percent} %`,
  guns: (n) => `${count(n, "Geschütz", "Geschütze")} verloren`,
  broken: "geschlagen", destroyed: "vernichtet",
  look: "Das Feld ansehen",
  more: "Eine andere Schlacht",
  again: "Das Ergebnis",
  ahead: (side, lead) => `${side}: ${count(lead, "Punkt", "Punkte")} voraus.`,
  level: "Punktgleich.",
  levels: (words) => `${large(words)}.`,
  report: "Den Bericht lesen",
  last: "Die letzte Runde zeigen",
  reportOwn: "Die Geschichte der Schlacht, wie Ihre Seite sie erlebt hat, mit Karten, Verlusten und Würfeln.",
  reportAll: "Die Geschichte der Schlacht mit Karten, Verlusten und Würfeln, von beiden Armeen.",
  writing: "Der Bericht wird geschrieben; das dauert einige Sekunden.",
  unwritten: "Der Bericht ist gerade nicht zu haben. Noch einmal, wenn die Verbindung wieder steht.",
  save: "Herunterladen",
  saveHint: "Die ganze Aufzeichnung, für grognard report, replay und verify.",
  reveal: "Beide Armeen zeigen",
};
