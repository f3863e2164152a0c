/** Light or dark, colours, symbols, room on the table, how what happened is played: kept by the browser. */

import { kept, USUAL, type Rooms } from "../table/rooms";
import { isLanguage, type Language } from "./language";

const THEMES = ["light", "dark"] as const, VISIONS = ["", "cb"] as const, SYMBOLS = ["block", "nato"] as const, MOTIONS = ["device", "full", "calm"] as const;
export const MEASURES = ["paces", "metres", "yards"] as const;
export type Theme = (typeof THEMES)[number];
export type Measure = (typeof MEASURES)[number];

const KEY = "grognard.prefs";
const device = (asks: string): boolean => typeof matchMedia === "function" && matchMedia(`(prefers-${asks})`).matches;
const dusk = device("color-scheme: dark");

const isOf = (...all: readonly unknown[]) => (value: unknown) => all.includes(value);
const isSwitch = isOf(true, false), isShare = (least: number, most: number) => (n: unknown) => typeof n === "number" && n >= least && n <= most;
/** What of that which the browser kept is still offered: a page of another day, or somebody's hand, may have written it. */
const GOOD: Record<string, (value: unknown) => boolean> = {
  theme: isOf(...THEMES), vision: isOf(...VISIONS), symbols: isOf(...SYMBOLS), motion: isOf(...MOTIONS), measure: isOf(...MEASURES), language: isLanguage, pace: isOf(0, 1, 2, 3, 4), text: isShare(0.5, 3), volume: isShare(0, 1),
  bands: isSwitch, plans: isSwitch, onlyMine: isSwitch, follow: isSwitch, director: isSwitch, sound: isSwitch, footing: isSwitch, calls: isSwitch, asDevice: isSwitch, rooms: () => true,
  keys: (found) => typeof found === "object" && found !== null && Object.values(found).every((key) => typeof key === "string"),
};
export const checked = (found: unknown): Record<string, unknown> => Object.fromEntries(Object.entries((found ?? {}) as Record<string, unknown>).filter(([name, value]) => GOOD[name]?.(value)));

class Prefs {
  theme = $state<Theme>(dusk ? "dark" : "light");
  vision = $state<(typeof VISIONS)[number]>("");
  symbols = $state<(typeof SYMBOLS)[number]>("block");
  bands = $state(true);
  plans = $state(true);
  /** How fast what happened is played: ½, 1, 2, 4 times the usual speed, or at once. */
  pace = $state(1);
  /** Only what concerns one's own units is played. */
  onlyMine = $state(false);
  /** The map follows what is played. */
  follow = $state(true);
  /** The map goes nearer by itself, so that whoever acts and whom he acts upon fill it. */
  director = $state(false);
  sound = $state(false);
  /** Panels that are folded, and how large the others are. */
  rooms = $state.raw<Rooms>(USUAL);
  /** What lies under a pointer that rests on the ground is told. */
  footing = $state(true);
  /** Light or dark as the device is, or as was chosen. */
  asDevice = $state(false);
  /** How large the words of panels and pages are; 1 is the usual size. */
  text = $state(1);
  motion = $state<(typeof MOTIONS)[number]>("device");
  volume = $state(1);
  /** The browser calls when it is one's move and one looks elsewhere. */
  calls = $state(false);
  /** What distances are told in besides paces. */
  measure = $state<Measure>("paces");
  /** Nothing for the browser's own. */
  language = $state<Language | undefined>(undefined);
  /** Keys in place of the usual ones, by the usual one. */
  keys = $state.raw<Record<string, string>>({});

  constructor() {
    try {
      Object.assign(this, checked(JSON.parse(localStorage.getItem(KEY) ?? "{}")));
      this.rooms = kept(this.rooms);
      if (this.asDevice) this.theme = dusk ? "dark" : "light";
    } catch {
      // Usual settings then.
    }
  }

  /** Whether nothing is to move by itself. */
  get calm(): boolean {
    return this.motion === "calm" || (this.motion === "device" && device("reduced-motion: reduce"));
  }

  /** The usual key for what a key was given to; nothing for a usual one that was given away. */
  meant(key: string): string {
    const usual = Object.keys(this.keys).find((each) => this.keys[each] === key);
    return usual ?? (key in this.keys ? "" : key);
  }

  /** The key that does what a usual one did. */
  keyOf(usual: string): string {
    return (this.keys[usual] ?? usual).toUpperCase();
  }

  /** On to the page, and kept. */
  apply(): void {
    const root = document.documentElement;
    Object.assign(root.dataset, { theme: this.theme, vision: this.vision, motion: this.motion });
    if (this.text === 1) root.style.removeProperty("--text");
    else root.style.setProperty("--text", String(this.text));
    const all = this as unknown as Record<string, unknown>;
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.keys(GOOD).map((name) => [name, all[name]]))));
    } catch {
      // Not kept, then.
    }
  }

  /** Light, dark, and both again for eyes that tell colours apart by lightness. */
  next(): void {
    this.asDevice = false;
    if (this.theme === "light") this.theme = "dark";
    else {
      this.theme = "light";
      this.vision = this.vision ? "" : "cb";
    }
  }
}

export const prefs = new Prefs();
