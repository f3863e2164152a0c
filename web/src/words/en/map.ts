/** The map, what lies on it, and the tools upon it. */

import { count } from "./numbers";
import { large, paced } from "../rules";

export const tools = {
  sight: "Line of sight (S)",
  reach: "How far the enemy reaches (E)",
  legend: "Key to the map (K)",
  ground: "What lies under the pointer (G)",
  sightTitle: "Line of sight",
  sightHint: "Click two places or units, or draw a line from one to the other.",
  rulerHint: "Click two places, or draw a line from one to the other.",
  seen: "In sight",
  hidden: "Hidden",
  mutual: "Sight is mutual: what one does not see does not see one either.",
  onEdge: "The ground on edge",
  feet: "feet",
  high: (feet: number) => `${feet} ft`,
  reachTitle: "The enemy's reach",
  reachNone: "No guns in action and nobody who could charge is in sight.",
  reachNote: "On open ground. What his guns cannot see is left open.",
  charge: "charge",
  key: {
    title: "Key to the map", troops: "Troops", losses: "a tenth of its men lost, each", sides: "Colours", ranges: "Ranges of the unit in hand", ground: "Ground", hand: "In hand",
    line: "Line", column: "Column", square: "Square", loose: "Loose order", horse: "Horse", guns: "Guns in action", limbered: "Guns on the move",
    wood: "Wood", fields: "Crops, plough", relief: "Heights, 20 feet apart; strokes fall", water: "Water", road: "Road", built: "Buildings", smoke: "Powder smoke", selected: "Chosen", ordered: "Ordered way", sight: "Seen, hidden", find: "Find a mark or a word", glossary: "Glossary",
    signs: "Also on the map", leader: "Leader, with his rank", aide: "Aide on the road", ghost: "Enemy where he was seen last", locked: "Locked hand to hand", aim: "May be aimed at, may not", meant: "What they mean to do", squares: "Squares of the grid are told by letter and number",
  },
} as const;

export const map = {
  name: "Map of the battlefield",
  paces: "paces",
  north: "N",
  commander: (name: string) => `${name}, commander`,
  men: (n: number) => `${n} men`,
  guns: (n: number) => `${n} guns`,
  brigade: (name: string, units: number, much: string) => `${name}, ${count(units, "unit")}, ${much}`,
  layers: "On the ground",
  aide: (turn: number) => `aide, arrives turn ${turn}`,
  crossKeys: "arrow keys move it, Shift by more, Page Up and Down from unit to unit, Enter takes it, and once more places what is aimed at it; let it be (Esc)",
  /** Who is under the cross. */
  met: (name: string, side: string, own: boolean, inHand: boolean, aimed: boolean) => `${name}${own ? "" : `, enemy (${side})`}${inHand ? ", in hand" : aimed ? ", aimed at" : ""}`,
  measured: (far: string, degrees: number, square: string) => `${far} · ${degrees}° · ${square}`,
  range: (paces: number, band: string) => `${paced(paces)}${band ? ` · ${band}` : ""}`,
  stick: (n: number, one: string, many: string) => count(n, one, many),
  spaces: (n: number) => count(n, "space", "spaces"),
  ghost: (name: string, turn: number) => `${name}, seen turn ${turn}`,
  ghostMark: (name: string, turn: number) => `${name}? turn ${turn}`,
} as const;

export const menu = {
  ground: "Here",
  lay: (what: string) => `${large(what)} …`,
  brigade: (name: string) => `All of ${name}`,
  target: "Make him the target",
  odds: (unit: string) => `Odds of ${unit} against him`,
  march: (unit: string) => `${unit} marches here`,
  here: "This place",
  units: "His units in hand",
  himself: "Himself in hand",
  centre: "To the middle of the map",
} as const;
