/** The map, what lies on it, and the tools upon it. */

import type { Said } from "../../lib/language";
import type * as en from "../en/map";
import { large } from "../rules";
import { count, figures } from "./numbers";

export const tools: Said<typeof en.tools> = {
  sight: "Sichtlinie (S)",
  reach: "Wie weit der Feind reicht (E)",
  legend: "Zeichenerklärung (K)",
  ground: "Was unter dem Zeiger liegt (G)",
  sightTitle: "Sichtlinie",
  sightHint: "Zwei Stellen oder Einheiten anklicken, oder eine Linie von der einen zur anderen ziehen.",
  rulerHint: "Zwei Stellen anklicken, oder eine Linie von der einen zur anderen ziehen.",
  seen: "In Sicht",
  hidden: "Verdeckt",
  mutual: "Sicht gilt für beide: Wen man nicht sieht, der sieht einen auch nicht.",
  onEdge: "Das Gelände im Schnitt",
  feet: "Fuß",
  high: (feet) => `${figures(feet)} Fuß`,
  reachTitle: "Wie weit der Feind reicht",
  reachNone: "Keine feuerbereiten Geschütze und niemand, der angreifen könnte, ist in Sicht.",
  reachNote: "Auf offenem Gelände. Was seine Geschütze nicht sehen, bleibt frei.",
  charge: "Angriff",
  key: {
    title: "Zeichenerklärung", troops: "Truppen", losses: "je ein Zehntel der Leute verloren", sides: "Farben", ranges: "Schussweiten der gewählten Einheit", ground: "Gelände", hand: "Gewählt",
    line: "Linie", column: "Kolonne", square: "Karree", loose: "Plänkler", horse: "Reiterei", guns: "Geschütze, abgeprotzt", limbered: "Geschütze, aufgeprotzt",
    wood: "Wald", fields: "Felder, Acker", relief: "Höhen, alle 20 Fuß; Striche fallen", water: "Wasser", road: "Straße", built: "Gebäude", smoke: "Pulverdampf", selected: "Ausgewählt", ordered: "Befohlener Weg", sight: "Gesehen, verdeckt", find: "Ein Zeichen oder Wort suchen", glossary: "Wörterbuch",
    signs: "Sonst auf der Karte", leader: "Führer mit seinem Rang", aide: "Adjutant unterwegs", ghost: "Feind, wo er zuletzt gesehen wurde", locked: "Im Nahkampf", aim: "Ziel möglich, nicht möglich", meant: "Was Offiziere vorhaben", squares: "Felder heißen nach Buchstabe und Zahl",
  },
};

export const map: Said<typeof en.map> = {
  name: "Karte des Schlachtfelds",
  paces: "Schritt",
  north: "N",
  commander: (name) => `${name}, Führer`,
  men: (n) => `${figures(n)} Mann`,
  guns: (n) => (n === 1 ? "1 Geschütz" : `${n} Geschütze`),
  brigade: (name, units, much) => `${name}, ${units === 1 ? "1 Einheit" : `${units} Einheiten`}, ${much}`,
  layers: "Im Gelände",
  aide: (turn) => `Adjutant, trifft Runde ${turn} ein`,
  crossKeys: "Pfeiltasten verschieben es, mit Umschalt weiter, Bild auf und ab von Einheit zu Einheit, Eingabe nimmt es, noch einmal gibt den Befehl gegen das Ziel; lassen (Esc)",
  /** Who is under the cross. */
  met: (name: string, side: string, own: boolean, inHand: boolean, aimed: boolean) => `${name}${own ? "" : `, Feind (${side})`}${inHand ? ", in der Hand" : aimed ? ", im Visier" : ""}`,
  measured: (far, degrees, square) => `${far} · ${degrees}° · ${square}`,
  range: (paces, band) => `${figures(paces)} Schritt${band ? ` · ${band}` : ""}`,
  stick: (n, one, many) => count(n, one, many),
  spaces: (n) => count(n, "Feld", "Felder"),
  ghost: (name, turn) => `${name}, gesehen Runde ${turn}`,
  ghostMark: (name, turn) => `${name}? Runde ${turn}`,
};

export const menu: Said<typeof en.menu> = {
  ground: "Hier",
  lay: (what) => `${large(what)} …`,
  brigade: (name) => `Alle von ${name}`,
  target: "Zum Ziel nehmen",
  odds: (unit) => `Aussichten von ${unit} gegen ihn`,
  march: (unit) => `${unit} marschiert hierher`,
  here: "Diese Stelle",
  units: "Seine Einheiten wählen",
  himself: "Ihn selbst wählen",
  centre: "In die Mitte der Karte",
};
