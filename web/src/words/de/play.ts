/** What happened, played again; the past. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/play";
import { sentences } from "../rules";

export const play: Said<typeof en.play> = {
  title: "Was geschah",
  since: "Seit Ihrem letzten Wort",
  moment: "Wie es geschah",
  event: (n, of) => `Ereignis ${n} von ${of}`,
  first: "Zum ersten Ereignis",
  back: "Ein Ereignis zurück (←)",
  play: "Abspielen (Leertaste)",
  pause: "Anhalten (Leertaste)",
  on: "Ein Ereignis weiter (→)",
  phase: "Diese Phase überspringen (Umschalt →)",
  speed: "Wie schnell",
  speeds: ["½", "1×", "2", "4", "sofort"],
  speedHints: ["halb so schnell", "in üblicher Geschwindigkeit", "doppelt so schnell", "viermal so schnell", "gar nicht abgespielt: sofort der Tisch, wie er ist"],
  follow: "Folgen",
  followHint: "Die Karte geht mit dem, was geschieht (F)",
  director: "Regie",
  directorHint: "Die Karte rückt heran an den, der handelt, und den, den es trifft (D)",
  mine: "Nur meine",
  mineHint: "Nur, was Ihre Einheiten tun oder erleiden (M)",
  sound: "Ton",
  soundHint: "Ferne Geschütze, Trommeln und Salven",
  skip: "Zum Tisch",
  skipKey: isTouched ? "" : "Esc",
  asked: isTouched ? "Gezeigt wird, was geschah. „Zum Tisch“ führt zurück zu Ihren Befehlen." : "Gezeigt wird, was geschah. Esc führt zurück zu Ihren Befehlen.",
  here: "Diesen Augenblick abspielen",
  more: (n) => `Und ${n} weitere.`,
  ...sentences,
};

export const replay: Said<typeof en.replay> = {
  title: "Rückschau",
  open: "Rückschau ([)",
  at: (turn, phase) => `Runde ${turn}, ${phase}`,
  beginning: "Der Anfang",
  asYou: "Wie Sie es damals sahen",
  asAll: "Wie alle es damals sahen",
  asItWas: "Wie es war",
  first: "Zum Anfang (Pos1)",
  back: "Ein Schritt zurück (←)",
  on: "Ein Schritt weiter (→)",
  play: "Abspielen (Leertaste)",
  pause: "Anhalten (Leertaste)",
  now: "Zurück zu jetzt (Ende)",
  toNow: "Zurück zu jetzt",
  speed: "Wie schnell",
  speeds: ["½×", "1×", "2×", "4×"],
  all: "Beide Armeen",
  reveal: "Beide Armeen zeigen",
  revealHint: "Alle, die einen Link zu dieser Schlacht haben, sehen dann alle Truppen.",
  asked: "Sie sehen Vergangenes. Befehlen können Sie erst, wenn Sie zurück sind.",
  here: "Hierauf zurückschauen",
  whole: "Darauf zurückschauen",
  unreached: "Das Vergangene ist gerade nicht zu haben. Noch einmal, wenn die Verbindung wieder steht.",
};
