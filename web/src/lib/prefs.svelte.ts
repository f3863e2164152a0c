/** Light or dark, colours, symbols, room on the table, how what happened is played: kept by the browser. */

import { kept, USUAL, type Rooms } from "../table/rooms";
import type { Language } from "./language";

export type Theme = "light" | "dark";
export type Measure = "paces" | "metres" | "yards";

const KEY = "grognard.prefs";
const device = (asks: string): boolean => typeof matchMedia === "function" && matchMedia(`(prefers-${asks})`).matches;
const dusk = device("color-scheme: dark");

class Prefs {
  theme = $state<Theme>(dusk ? "dark" : "light");
  vision = $state<"" | "cb">("");
  symbols = $state<"block" | "nato">("block");
  bands = $state(true);
  plans = $state(true);
  /** How fast what happened is played: ½, 1, 2, 4 times the usual speed, or at once. */
  pace = $state(1);
  /** Only what concerns one's own units is played. */
  onlyMine = $state(false);
  /** The map follows what is played. */
  follow = $state(true);
  sound = $state(false);
  /** Panels that are folded, and how large the others are. */
  rooms = $state.raw<Rooms>(USUAL);
  /** What lies under a pointer that rests on the ground is told. */
  footing = $state(true);
  /** Light or dark as the device is, or as was chosen. */
  asDevice = $state(false);
  /** How large the words of panels and pages are; 1 is the usual size. */
  text = $state(1);
  motion = $state<"device" | "full" | "calm">("device");
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
      Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
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

  /** On to the page, and kept. */
  apply(): void {
    const root = document.documentElement;
    Object.assign(root.dataset, { theme: this.theme, vision: this.vision, motion: this.motion });
    if (this.text === 1) root.style.removeProperty("--text");
    else root.style.setProperty("--text", String(this.text));
    const { theme, vision, symbols, bands, plans, pace, onlyMine, follow, sound, rooms, footing, asDevice, text, motion, volume, calls, measure, language, keys } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, vision, symbols, bands, plans, pace, onlyMine, follow, sound, rooms, footing, asDevice, text, motion, volume, calls, measure, language, keys }));
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
