/** A place on the map for the keyboard: arrows move it, Enter is a click there. */

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
  /** It was moved: bring it into sight. */
  moved(spot: Spot): void;
}

const WAYS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** Steps that Shift takes at once. */
const LONG = 5;

export class Cursor {
  at = $state.raw<Spot | null>(null);

  constructor(private readonly ground: Ground) {}

  /** Whether a key was meant for it. */
  key(event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "target">): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || elsewhere(event.target)) return false;
    const way = WAYS[event.key];
    if (!this.at) {
      if (event.key.toLowerCase() !== "c" && !(way && this.ground.asks())) return false;
      this.put(this.ground.begin());
      return true;
    }
    if (way) this.go(way, event.shiftKey);
    else if (event.key === "Enter") this.ground.click(this.at);
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

/** In a field, a list or on a button the keys are theirs. */
const elsewhere = (target: unknown): boolean => typeof Element !== "undefined" && target instanceof Element && target !== document.body && !target.closest("[role=application]");
