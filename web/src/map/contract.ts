/** What the map takes and gives. It fills its parent, which has to be positioned. The orders panel uses it as an input: units and spots come out, previews go in. */

import type { Snippet } from "svelte";
import type { Bound } from "../orders/marching.svelte";
import type { CardPicture } from "../lib/types";
import type { Field, Line, Picture, Preview, Space, Spot, UnitPicture } from "../lib/types";
import type { Lens } from "../stage/lens";
import type { Sheet } from "../symbols/geometry";
import type { Pose } from "../stage/motion";

/** A unit that may, or may not, be aimed at; `text` is the chip: "96 paces · P2", or why not in two words. */
export interface Target {
  unit: string;
  text?: string;
  legal?: boolean;
  /** The unit that aims; the sight line is drawn from it. Without it, from the selected unit. */
  from?: string;
  /** Those in the way of it. */
  past?: string[];
  /** Where the front of the unit that aims will look, if it turns for it first. */
  heading?: number;
}

/** Something a sight or threat layer may mark: a unit, and the units it sees or could strike. */
export interface Watch {
  unit: string;
  sees?: string[];
  threatens?: string[];
}

/** Pixels of the map that panels lie over, so that centring and the frame keep clear of them. */
export interface Inset {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Of these, what lies over the whole of a side, so that the map's own frame is drawn inside it. */
  edge?: { top: number; right: number; bottom: number };
}

export type Symbols = "block" | "nato";
export type Asking = "" | "spot" | "unit";

/** Somebody who carries things about on the map. Spots may lie beyond the edge of the table. */
export interface Hold {
  /** Whether a drag that begins here carries something. */
  takes(target: Element, at: Spot): boolean;
  moves(at: Spot): void;
  drops(at: Spot): void;
  /** A press without a move; whether that was all that it meant. */
  taps(target: Element): boolean;
}

/** What is being carried, where it would stand, and why it may not. */
export interface Lifted {
  spot: Spot;
  heading: number;
  turns: boolean;
  moved: boolean;
  refused: boolean;
  words: string;
  rule: string;
  units: UnitPicture[];
  card: CardPicture | null;
}

export interface MapProps {
  picture: Picture | null;
  /** Width and depth of the table in paces. */
  table: [number, number];
  /** field.geojson, for the names of places. */
  field?: Field | null;
  /** Where the period map is, without its query: /api/seats/TOKEN/map.svg. */
  ground?: string;
  dark?: boolean;
  selected?: string[];
  /** The units to light up: hovered in the roster, spoken of in the log. */
  lit?: string[];
  /** Units that keep their names wherever others want the room. */
  named?: string[];
  targets?: Target[];
  watch?: Watch | null;
  /** Orders that lie with own units. */
  bound?: Bound[];
  preview?: Preview | null;
  /** Ways that would be gone without an order, or for the sake of the one that is laid out. */
  ways?: Line[];
  /** What a click on the map means at the moment. */
  asking?: Asking;
  /** Spots given so far, drawn as a route. */
  spots?: Spot[];
  /** Spaces that may be entered, and the one that is chosen. */
  open?: Space[];
  chosen?: Space | null;
  symbols?: Symbols;
  /** Range bands of the selected unit. */
  bands?: boolean;
  /** Whether layers that can be put away, and orders that lie there, are shown (M). */
  plans?: boolean;
  /** Troops hidden, to look at the ground (H). */
  bare?: boolean;
  /** Ruler in hand (R). */
  ruler?: boolean;
  /** Line of sight in hand (S): two clicks, or a drag, ask for it. */
  sighting?: boolean;
  /** What tools draw, under the troops and over them. */
  overlay?: ((sheet: Sheet) => { under: string; over: string }) | null;
  inset?: Inset;
  /** No panel lies over the map: the look that it takes by itself is at all of the field. */
  entire?: boolean;
  /** Pixels above the lower inset that something lies over for a while. */
  covered?: number;
  /** Nations by side, for cards and layers. */
  nations?: Record<string, string>;
  /** What is played: whoever stands elsewhere is put there at once, and led there by `pose`. */
  played?: boolean;
  /** What is painted under the troops, and over everything. */
  backdrop?: Snippet<[Lens]>;
  stage?: Snippet<[Lens]>;
  hold?: Hold | null;
  lifted?: Lifted | null;
  onselect?: (units: string[], more: { add: boolean; leader?: string; spot?: Spot }) => void;
  onhover?: (unit: string | null, at: { x: number; y: number }) => void;
  onpoint?: (spot: Spot) => void;
  /** Between which places one wishes to know whether they see each other; nothing when the line is taken away. */
  onsight?: (line: [Spot, Spot] | null) => void;
  /** Where the pointer is on open ground; nothing where it is elsewhere, or busy. */
  onground?: (spot: Spot | null, at: { x: number; y: number }) => void;
  /** A right click: on whom or where, and at which place of the window. */
  onmenu?: (at: { unit: string; leader: string; spot: Spot }, x: number, y: number) => void;
  onzoom?: (zoom: { k: number; level: "far" | "middle" | "near" }) => void;
  onview?: (free: Free) => void;
}

/** What of the table lies in the free part of the window: its north-west corner from that of the table, and its size, in paces. */
export interface Free {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What `bind:this` gives. */
export interface MapHandle {
  centre(where: string | Spot, k?: number): void;
  /** Out from under the panels, moving as little as needed. */
  reveal(where: (string | Spot)[]): void;
  /** What was brought into sight is done with. */
  release(): void;
  fit(): void;
  zoom(factor: number): void;
  /** The same in a glide, at the scale that one has. */
  follow(where: string[]): void;
  /** Back to where one looked before anybody was followed, unless the hand has moved the map since. */
  unfollow(): void;
  /** Where those are drawn who are on their way, and who is not drawn here meanwhile; all where they stand, if nothing is said. */
  pose(at: ReadonlyMap<string, Pose> | null, away?: ReadonlySet<string>): void;
  /** Where a place is in the window now, in pixels. */
  pixel(spot: Spot): { x: number; y: number };
  /** The rectangle round a unit's figure in the window now, in pixels. */
  where(unit: string): { left: number; top: number; right: number; bottom: number } | null;
}
