/** The opening page: the battles, one's games, the links. */

import type { Said } from "../../lib/language";
import type * as en from "../en/gallery";
import { count } from "./numbers";

export const gallery: Said<typeof en.gallery> = {
  title: "Schlachten",
  playOf: (battle) => `${battle} spielen`,
  chooseOf: (battle) => `Einzelheiten zu ${battle}`,
  begin: "Hier anfangen",
  play: "Spielen",
  choose: "Einzelheiten",
  usualHere: "hier üblich",
  rules: "Regeln",
  against: "Gegen",
  opponents: { computer: "den Computer", hotseat: "am selben Bildschirm", link: "Freunde, über einen Link" },
  join: "Mit einem Link dazukommen",
  joinHint: "Den Link einfügen, den Sie bekommen haben",
  joinGo: "Platz nehmen",
  joinWrong: "Dieser Link führt zu keinem Platz an diesem Tisch.",
  men: (n) => count(n, "Mann", "Mann"),
  turns: (n) => count(n, "Runde", "Runden"),
  lengths: ["eine halbe Stunde", "eine Stunde", "ein Abend", "zwei Abende"],
  fictitious: "erdacht",
  continueTitle: "Ihre Spiele",
  awaited: "Sie sind am Zug",
  unfinished: "Noch auf dem Tisch",
  back: "Zurück an den Tisch",
  forget: "Entfernen",
  you: (who) => `Sie befehligen: ${who}.`,
  both: "Alle Seiten an diesem Bildschirm.",
  turn: (turn, turns) => (turns ? `Runde ${turn} von ${turns}` : `Runde ${turn}`),
  over: "Ausgefochten",
  firstTitle: "Eine erste Schlacht",
  nextTitle: "Als Nächstes",
  firstWhat: "Eine Handvoll Einheiten je Seite. Noch ein Klick, und Sie führen das Kommando; bei jedem Schritt steht, was getan werden kann und was es kosten mag.",
  seat: "Sie befehligen",
  seatLink: "Die andere Seite bekommt einen Link.",
  seatHot: "Jede Seite der Reihe nach an diesem Bildschirm, mit einem Vorhang dazwischen.",
  variants: "Varianten",
  noVariants: "Die Regeln, wie sie gedruckt sind.",
  clock: "Uhr",
  clockHint: "Für jede Entscheidung eines Menschen. Ist die Zeit um, wird für ihn die übliche Antwort der Regeln gegeben, und alle erfahren es.",
  clocks: { 0: "keine", 120: "2 Minuten", 300: "5 Minuten", 900: "15 Minuten", 86400: "1 Tag", 259200: "3 Tage", 604800: "7 Tage" },
  start: "An den Tisch",
  starting: "Es wird aufgestellt",
  noServer: "Der Tisch ist nicht zu erreichen. Läuft der Server?",
  loading: "Die Karten werden ausgerollt",
  systems: "Regeln im Spiel",
};

export const links: Said<typeof en.links> = {
  title: "Links zum Verschicken",
  hint: "Wer einen Link hat, hat den Platz. Jeder ist für eine Person gedacht.",
  spectator: "Zum Zuschauen",
  sit: "Nehmen Sie Platz",
};
