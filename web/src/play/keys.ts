/** Keys of the player; whether a key was for it. */

import { prefs } from "../lib/prefs.svelte";
import type { Player } from "./player.svelte";

export interface Reel {
  player: Player;
  step(by: 1 | -1): void;
  phase(by: 1 | -1): void;
  toggle(): void;
  close(): void;
}

export function playKey(event: KeyboardEvent, { player, step, phase, toggle, close }: Reel): boolean {
  const at = event.target instanceof HTMLElement ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || at?.matches("input:not([type=range]), textarea, select")) return false;
  // in the strip the space bar plays and pauses, whichever of its buttons was pressed last; elsewhere it presses the button
  if (event.key === " " && at?.matches("button") && !at.closest(".playstrip")) return false;
  const by = event.key === "ArrowRight" || event.key === "]" ? 1 : event.key === "ArrowLeft" || event.key === "[" ? -1 : 0;
  if (by) return (event.shiftKey ? phase(by) : step(by)), true;
  if (/^[1-4]$/.test(event.key)) return player.setPace(Number(event.key) - 1), true;
  const does: Record<string, () => void> = {
    " ": toggle, Escape: close, m: () => (prefs.onlyMine = !prefs.onlyMine), f: () => (prefs.follow = !prefs.follow), d: () => (prefs.director = !prefs.director),
  };
  const act = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  act?.();
  return Boolean(act);
}
