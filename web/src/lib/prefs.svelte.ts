/** Light or dark, colours, symbols, room on the table, how what happened is played: kept by the browser. */

import { kept, USUAL, type Rooms } from "../table/rooms";

export type Theme = "light" | "dark";

const KEY = "grognard.prefs";
const dusk = typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches;

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

  constructor() {
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
      this.rooms = kept(this.rooms);
    } catch {
      // Usual settings then.
    }
  }

  /** On to the page, and kept. */
  apply(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.vision = this.vision;
    const { theme, vision, symbols, bands, plans, pace, onlyMine, follow, sound, rooms, footing } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, vision, symbols, bands, plans, pace, onlyMine, follow, sound, rooms, footing }));
    } catch {
      // Not kept, then.
    }
  }

  /** Light, dark, and both again for eyes that tell colours apart by lightness. */
  next(): void {
    if (this.theme === "light") this.theme = "dark";
    else {
      this.theme = "light";
      this.vision = this.vision ? "" : "cb";
    }
  }
}

export const prefs = new Prefs();
