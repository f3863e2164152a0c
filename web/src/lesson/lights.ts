/** What lights up: where in the window the things are that a step names, and where the card may lie. */

import type { Field, Spot } from "../lib/types";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Lit {
  /** Controls, each with a ring round it. */
  rings: Box[];
  /** Ground and troops, half open under the veil. */
  open: Box[];
}

const REGIONS: Record<string, string> = { done: "button.done", give: "button.go", hand: ".hand", roster: ".left, .sheet", log: ".log, .sheet", dice: ".pop, .odds", map: ".gmap" };

const boxed = (found: Element | null | undefined): Box | null => {
  const box = found?.getBoundingClientRect();
  return box && box.width > 0 && box.height > 0 ? { left: box.left, top: box.top, right: box.right, bottom: box.bottom } : null;
};

/** The control that a light means, if it is on the page now. */
export function controlOf(light: string): Element | null {
  const [, kind = "", name = ""] = /^(option|field):(.+)$/.exec(light) ?? [];
  if (kind === "option") return document.querySelector(`[data-option="${CSS.escape(name)}"]`);
  if (kind === "field") {
    const [field = "", value = ""] = name.split("="), row = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
    return (value && row?.querySelector(`[data-value="${CSS.escape(value)}"]`)) || row;
  }
  return REGIONS[light] ? [...document.querySelectorAll(`[data-state] :is(${REGIONS[light]})`)].find((each) => boxed(each)) ?? null : null;
}

const around = ({ x, y }: { x: number; y: number }, by: number): Box => ({ left: x - by, top: y - by, right: x + by, bottom: y + by });

/** The middle of a place by its name. */
export function placeNamed(ground: Field | null, name: string): Spot | null {
  const found = ground?.features.find((each) => each.properties.name === name)?.geometry;
  const flat = (found?.coordinates.flat(3) ?? []) as number[], n = flat.length / 2;
  if (!n) return null;
  return [flat.filter((_, i) => i % 2 === 0).reduce((a, b) => a + b, 0) / n, flat.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0) / n];
}

/** Where all of it is now. The first control that is there has the ring, those that come after it wait their turn; where there is
 *  none yet, whoever has to be taken in hand first has it. */
export function lights(light: readonly string[], pixel: (spot: Spot) => { x: number; y: number } | undefined, ground: Field | null): Lit {
  const open = light.flatMap((each): Box[] => {
    const [, kind = "", name = ""] = /^(unit|place|at):(.+)$/.exec(each) ?? [];
    if (kind === "unit") return [boxed(document.querySelector(`.gmap [data-units~="${CSS.escape(name)}"]`))].filter((box) => box !== null);
    const spot = kind === "at" ? (name.split(",").map(Number) as Spot) : kind === "place" ? placeNamed(ground, name) : null, at = spot && pixel(spot);
    return at ? [around(at, 46)] : [];
  });
  const control = light.map(controlOf).find((each) => each && boxed(each)), ring = boxed(control);
  return { rings: ring ? [ring] : open.slice(0, 1), open };
}

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The corner of the free map where the card covers least of what is lit. */
export function cornerFor(lit: Lit, wide: number, high: number, free: Box): { x: number; y: number } {
  const xs = [free.left, Math.max(free.left, free.right - wide)], ys = [Math.max(free.top, free.bottom - high), free.top];
  const spots = ys.flatMap((y) => xs.map((x) => ({ x, y })));
  const covered = ({ x, y }: { x: number; y: number }) => [...lit.rings, ...lit.open].reduce((sum, box) => sum + overlap(box, { left: x - 12, top: y - 12, right: x + wide + 12, bottom: y + high + 12 }), 0);
  return spots.reduce((best, each) => (covered(each) < covered(best) ? each : best));
}
