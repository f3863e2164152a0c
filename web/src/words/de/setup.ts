/** Setting up, talk, letters and the weather. */

import type { Said } from "../../lib/language";
import { isTouched } from "../../lib/touch";
import type * as en from "../en/setup";
import { count } from "./numbers";

export const S: Said<typeof en.S> = {
  dial: "Richtung",
  fold: "Einklappen",
  unfold: "Aufklappen",
  setup: {
    zone: "Ihr Gelände ist der helle Teil der Karte. Ziehen Sie Ihre Truppen an ihre Plätze.",
    groups: "Gruppen",
    units: (n) => count(n, "Einheit", "Einheiten"),
    left: "Nach links drehen",
    right: "Nach rechts drehen",
    heading: (degrees) => `Front ${Math.round(degrees)}°`,
    keys: "Pfeile bewegen das Gewählte um 10 Schritt, mit Umschalt um 50; Komma und Punkt drehen es; Eingabe setzt es ab.",
    put: "Absetzen",
    back: "Lassen, wo es war",
    lay: (does, kind) => `${does || "Legen"}: ${kind}`,
    layHint: isTouched ? "Tippen Sie nacheinander, wo sie liegen sollen. Oder ziehen Sie eines von hier." : "Klicken Sie nacheinander, wo sie liegen sollen; Esc, wenn es genug ist. Oder ziehen Sie eines von hier.",
    gather: "Hier sammeln",
    gatherHint: "Wie die Gruppe steht, passt sie hier nicht hin. Gesammelt stehen ihre Einheiten nebeneinander in dichten Linien.",
    notGathered: (who, why) => `Hier ist kein Platz für ${who.join(", ")}${why ? `: ${why}` : ""}. Die anderen stehen.`,
    remove: "Wegnehmen",
    laid: (name, kind) => (kind ? `${name}, ${kind}` : name),
    outside: "Jenseits des Randes: loslassen, um sie dort herumzuschicken",
    noOutside: "Das ist nicht mehr auf dem Tisch.",
    ready: "Bereit",
    held: (name) => `${name} gewählt`,
  },
  sky: { title: "Wetter und Licht" },
  talk: {
    now: "Jetzt sprechen",
    title: "Gespräch",
    with: (names) => `Mit ${names.join(", ")}`,
    closed: "Niemand Ihrer Seite kann Sie jetzt hören.",
    write: "Sie können schreiben.",
    left: (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`,
    leftWords: (minutes) => `noch ${count(minutes, "Minute", "Minuten")} zum Sprechen`,
    say: "Sagen",
    placeholder: "Es hören die oben Genannten",
    nothing: "Noch ist nichts gesagt.",
    you: "Sie",
    turn: (turn) => `Runde ${turn}`,
    lost: "Niemand hat es gehört: Der Tisch ist nicht zu erreichen. Sagen Sie es noch einmal.",
  },
  letters: {
    title: "Briefe",
    write: "Eine Nachricht schreiben",
    none: "Noch keine Briefe.",
    from: (who) => `Von ${who}`,
    to: (who) => `An ${who}`,
    read: (turn) => `gelesen Runde ${turn}`,
    wrote: (turn) => `abgeschickt Runde ${turn}`,
    riding: (turn) => (turn ? `unterwegs, erwartet Runde ${turn}` : "unterwegs"),
    there: "angekommen",
  },
};
