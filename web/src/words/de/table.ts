/** The table around the map: what is being done, who sits, the panels. */

import type { Said } from "../../lib/language";
import type * as en from "../en/table";
import { figures } from "./numbers";

export const table: Said<typeof en.table> = {
  turn: (n) => `Runde ${n}`,
  of: (n) => `von ${n}`,
  partOf: (step, side) => `${step}: ${side}`,
  done: "Fertig",
  working: "Es läuft",
  workingHint: "Ihr Wort ist angekommen; was daraus wird, wird gerade ermittelt.",
  doneKey: "Strg ↵",
  menu: "Mehr",
  undo: "Zurücknehmen",
  undone: "Zurückgenommen.",
  undoAsked: (who) => `Es ist schon ans Licht gekommen. Zustimmen muss: ${who.join(", ")}.`,
  undoWish: (who) => `${who.join(", ")}: Wunsch, etwas zurückzunehmen.`,
  undoWhat: (what) => `Es geht um: ${what}.`,
  undoAgree: "Zustimmen",
  undoRefuse: "Ablehnen",
  undoAgreed: "Sie stimmen zu",
  undoWaits: "Sie möchten etwas zurücknehmen; die anderen müssen zustimmen.",
  undoDrop: "Doch nicht",
  trouble: "Etwas ist schiefgegangen",
  heldHint: "Die Schlacht lässt sich ansehen; wer Gastgeber ist, kann sie von hier weitergehen lassen.",
  goOn: "Von hier weiter",
  theme: "Hell, dunkel, farbenblind",
  help: "Tasten und Hilfe",
  leave: "Zu den Schlachten",
  waiting: "Die andere Seite ist am Zug",
  thinking: (who) => `Am Zug: ${who}`,
  looking: "Sie schauen zu",
  lookingAll: "Sie schauen zu und sehen alles",
  retrying: "Es wird von selbst weiter versucht.",
  reconnecting: "Die Verbindung ist unterbrochen. Was Sie sagten, ist aufgehoben; es wird weiter versucht.",
  unsent: "Eine Antwort wartet noch darauf, gesendet zu werden.",
  stale: "Die Schlacht war schon weiter, als Ihre Antwort ankam; sie wurde nicht angenommen. Geben Sie sie noch einmal, wenn Sie sie noch wollen.",
  gone: "Diesen Platz gibt es nicht. Der Link ist vielleicht alt oder verschrieben.",
  goneHint: "Lassen Sie sich den Link noch einmal geben, oder wählen Sie eine Schlacht.",
  loading: "Der Tisch wird gedeckt",
  field: (w, h) => `Das Feld, ${figures(w)} × ${figures(h)} Schritt`,
  layers: {
    words: "In Worten (T)", out: "Kleiner (−)", in: "Größer (+)", fit: "Ganzes Feld (0)", ranges: "Schussweiten (B)", plans: (names) => `${names.join(", ") || "Linien und Flächen"} (L)`,
    ruler: "Lineal (R)", bare: "Einheiten verbergen (H)", symbols: "Blöcke oder Kartenzeichen (N)", log: "Meldungen", roster: "Truppen",
  },
  levels: { far: "Brigaden", middle: "Einheiten", near: "Kompanien" },
};

export const room: Said<typeof en.room> = {
  force: "Ihre Truppen",
  field: "Das Feld",
  hand: "Befehle",
  log: "Meldungen",
  folded: "Eingeklappte Bereiche",
  fold: (name) => `${name} einklappen`,
  open: (name) => `${name} aufklappen`,
  size: (name) => `${name} größer oder kleiner machen`,
  whole: "Nur die Karte (W)",
};

export const curtain: Said<typeof en.curtain> = {
  title: (who) => `${who}, bitte`,
  hint: "Die andere Seite schaut weg. Von ihren Plänen ist jetzt nichts auf dem Bildschirm.",
  lift: "Ich bin da, Vorhang auf",
  saving: "Alles ist gesichert; es kann auch bis morgen liegen bleiben.",
};

export const host: Said<typeof en.host> = {
  title: "Der Tisch",
  seats: "Plätze",
  giveUp: "Die Schlacht aufgeben …",
  giveUpWhat: "Ihre Armee räumt das Feld: der Gegner hat gesiegt, wenigstens knapp. Zurücknehmen lässt es sich nur, wenn alle einverstanden sind.",
  giveUpNow: "Aufgeben",
  fightOn: "Weiterkämpfen",
  pause: "Pause",
  resume: "Weiter",
  toComputer: "Dem Computer übergeben",
  toPerson: "Für einen Menschen zurücknehmen",
  here: "da",
  away: "fort",
  kinds: { me: "Sie", open: "ein Mensch", player: "ein Mensch", staff: "der Computer", random: "der Computer" },
  link: "Link kopieren",
  spectatorLink: "Link zum Zuschauen kopieren",
  notAll: "Alles kann gezeigt werden, wenn die Schlacht vorüber ist oder Menschen nur auf einer Seite spielen.",
  loopback: "Diese Links gelten nur auf diesem Computer. Um mit jemandem anderswo zu spielen, legen Sie einen Tunnel zu diesem Tisch und starten Sie ihn mit grognard play --host-name und dem Namen des Tunnels.",
  paused: "Der Tisch hat Pause.",
  see: "Wer zuschaut, sieht",
  sees: { public: "was alle sehen", all: "alles" },
};

export const prefs: Said<typeof en.prefs> = {
  light: "Hell", dark: "Dunkel", plain: "Übliche Farben", cb: "Farbenblind", theme: "Licht", vision: "Farben",
};
