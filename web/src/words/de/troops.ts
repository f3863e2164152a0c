/** Units and leaders: lists, cards, what changed. */

import type { Said } from "../../lib/language";
import type * as en from "../en/troops";
import { count, figures } from "./numbers";

const guns = (n: number): string => count(n, "Geschütz", "Geschütze");

export const roster: Said<typeof en.roster> = {
  own: "Ihre Truppen",
  all: "Für alle sichtbar",
  nobody: "Niemand steht so, dass alle ihn sehen.",
  enemy: "Feind",
  men: (men, n) => `${figures(men)} Mann${n ? ` · ${guns(n)}` : ""}`,
  guns,
  sort: "Ordnen",
  sorts: { formation: "Gliederung", strength: "Stärke", steadiness: "Moral", order: "Was sie tun" },
  expected: "Erwartet",
  due: (turn) => (turn ? `Runde ${turn}` : "unbekannt, wann"),
  gone: "Nicht mehr im Feld",
  lost: "verloren",
  left: "vom Tisch",
  unseen: "Von ihnen ist niemand in Sicht.",
  seen: "In Sicht",
  ghosts: "Früher gesehen",
  seenOn: (turn) => `gesehen Runde ${turn}`,
  noRiders: "Niemand ist unterwegs.",
  riders: "Unterwegs",
  rider: (to, carries) => `An ${to}: ${carries}`,
  arrives: (turn) => (turn ? `Runde ${turn}` : "bald"),
  ordered: "hat ihre Befehle",
  whole: "Die ganze Gruppe wählen; noch einmal für ihren Führer",
  others: "Andere",
  allies: "Unter anderen Befehlshabern",
  wait: (n) => `${count(n, "Einheit", "Einheiten")} noch ohne Befehl`,
};

export const card: Said<typeof en.card> = {
  strength: "Stärke",
  guns: "Geschütze",
  order: "Befehl",
  meant: "Hat vor",
  meantUnknown: "noch unbekannt",
  leftTo: (whom) => `überlassen, bis Sie etwas befehlen: ${whom}`,
  awaits: "Unterwegs",
  awaited: (words, turn) => `${words}${turn ? `, erwartet Runde ${turn}` : ""}`,
  givenBy: (who) => `von ${who}`,
  foe: "nächster Feind",
  engaged: "Im Nahkampf mit",
  nearest: "Nächster Feind",
  of: (n) => `von ${figures(n)}`,
  noOrder: "noch keiner",
  lost: (percent) => `${percent} % verloren`,
  foot: "zu Fuß", horse: "zu Pferd",
  points: "Punkte",
  ride: "Kann reiten",
  with: "Bei",
  commands: "Befehligt",
  units: (n) => count(n, "Einheit", "Einheiten"),
  several: (n) => `${n} Einheiten gewählt`,
  ghost: (turn) => `zuletzt gesehen Runde ${turn}`,
  close: "Loslassen (Esc)",
};

export const sheet: Said<typeof en.sheet> = {
  unit: "Einheit", odds: "Aussichten", force: "Truppen", log: "Meldungen",
  next: "Nächste Einheit", before: "Einheit davor", first: (n) => (n === 1 ? "Zur Einheit, die noch keinen Befehl hat" : `Zur ersten von ${n} Einheiten, die noch keinen Befehl haben`),
  another: "Gegen einen anderen", chooseOwn: "Wählen Sie zuerst eine Ihrer Einheiten.", whom: (name) => `${name} gegen wen? Tippen Sie hier oder auf der Karte auf einen Feind.`, nobody: "Kein Feind ist in Sicht.",
};

export const changes: Said<typeof en.changes> = {
  title: "Seit Ihren letzten Befehlen",
  none: "Niemand verlor, soweit Sie sahen, Männer, Ordnung oder Mut.",
  nothing: "nichts",
  first: "Sie haben noch nichts gesagt.",
  more: (n) => `${n} weitere in den Meldungen`,
  seen: "kommt in Sicht",
  hidden: "ist außer Sicht",
  fallen: "ist verloren",
  where: { table: "trifft ein", left: "verlässt den Tisch", lost: "ist verloren", waiting: "geht vom Tisch" },
  now: (status) => `jetzt ${status}`,
  men: (n) => `${count(n, "Mann", "Mann")} verloren`,
  guns: (n) => `${guns(n)} verloren`,
  engaged: "ist im Nahkampf",
};
