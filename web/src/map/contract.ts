/** What the map takes and gives. It fills its parent, which has to be positioned. The orders panel uses it as an input: units and spots come out, previews go in. */

import type { Field, Picture, Preview, Spot } from "../lib/types";

/** A unit that may, or may not, be aimed at; `text` is the chip: "96 paces · P2", or why not in two words. */
export interface Target {
  unit: string;
  text?: string;
  legal?: boolean;
  /** The unit that aims; the sight line is drawn from it. Without it, from the selected unit. */
  from?: string;
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
}

export type Symbols = "block" | "nato";
export type Asking = "" | "spot" | "unit";

export interface MapProps {
  picture: Picture | null;
  /** Width and depth of the table in paces. */
  table: [number, number];
  /** field.geojson, for the names of places. */
  field?: Field | null;
  /** Where the period map is, without its query: /api/battles/ID/map.svg. */
  ground?: string;
  dark?: boolean;
  selected?: string[];
  /** The unit to light up, hovered in the roster. */
  lit?: string;
  targets?: Target[];
  watch?: Watch | null;
  preview?: Preview | null;
  /** What a click on the map means at the moment. */
  asking?: Asking;
  /** Spots given so far, drawn as a route. */
  spots?: Spot[];
  symbols?: Symbols;
  /** Range bands of the selected unit. */
  bands?: boolean;
  missions?: boolean;
  /** Troops hidden, to look at the ground (H). */
  bare?: boolean;
  /** Ruler in hand (R). */
  ruler?: boolean;
  inset?: Inset;
  onselect?: (units: string[], more: { add: boolean; leader?: string; spot?: Spot }) => void;
  onhover?: (unit: string | null, at: { x: number; y: number }) => void;
  onpoint?: (spot: Spot) => void;
  onzoom?: (zoom: { k: number; level: "far" | "middle" | "near" }) => void;
}

/** What `bind:this` gives. */
export interface MapHandle {
  centre(where: string | Spot, k?: number): void;
  fit(): void;
  zoom(factor: number): void;
}
