/** A place on the map for the keyboard: arrows move it, Page Up and Down bring it from unit to unit, Enter is a click there. */

import type { Spot } from "../lib/types";

export interface Ground {
  /** Wide and high, in paces. */
  size(): readonly [number, number];
  /** Where it begins: the unit in hand, or the middle of what is seen. */
  begin(): Spot;
  /** Paces of a step: a space where troops move by spaces. */
  step(): number;
  /** A place on the map is asked for. */
  asks(): boolean;
  click(spot: Spot): void;
  /** It was called for: the keys are the map's now. */
  called(): void;
  /** Where the next unit stands from here, or the last. */
  unit(from: Spot, by: 1 | -1): Spot | null;
  /** It was moved: bring it into sight. */
  moved(spot: Spot): void;
}

const UNITS: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };
const WAYS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** Steps that Shift takes at once. */
const LONG = 5;

export class Cursor {
  at = $state.raw<Spot | null>(null);

  constructor(private readonly ground: Ground) {}

  /** Whether a key was meant for it. */
  key(event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "target">): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = WAYS[event.key], called = event.key.toLowerCase() === "c" && !isWritten(event.target);
    if (elsewhere(event.target) && !called) return false;
    if (!this.at || (called && elsewhere(event.target))) {
      if (!called && !(way && this.ground.asks())) return false;
      if (!this.at) this.put(this.ground.begin());
      this.ground.called();
      return true;
    }
    const by = UNITS[event.key];
    if (way) this.go(way, event.shiftKey);
    else if (by) this.put(this.ground.unit(this.at, by) ?? this.at);
    else if (event.key === "Enter" && !event.shiftKey) this.ground.click(this.at);
    else if (event.key === "Escape" || event.key.toLowerCase() === "c") this.at = null;
    else return false;
    return true;
  }

  /** A place is asked for by the keyboard: it is there at once. */
  start(): void {
    if (!this.at) this.put(this.ground.begin());
  }

  private go([east, north]: readonly [number, number], long: boolean): void {
    const [x, y] = this.at ?? this.ground.begin(), step = this.ground.step() * (long ? LONG : 1);
    this.put([x + east * step, y + north * step]);
  }

  private put([x, y]: Spot): void {
    const [wide, high] = this.ground.size();
    this.at = [Math.round(Math.min(wide, Math.max(0, x))), Math.round(Math.min(high, Math.max(0, y)))];
    this.ground.moved(this.at);
  }
}

const isWritten = (target: unknown): boolean => typeof Element !== "undefined" && target instanceof Element && target.matches("input:not([type=range]), textarea, select");

/** In a field, a list or on a button the keys are theirs. */
const elsewhere = (target: unknown): boolean => typeof Element !== "undefined" && target instanceof Element && target !== document.body && !target.closest("[role=application]");
