/** Keys at the table. */

import { prefs } from "../lib/prefs.svelte";
import type { Table } from "../lib/store.svelte";
import type { Spot } from "../lib/types";

export interface Hands {
  centre(where: string | Spot): void;
  fit(): void;
  zoom(by: number): void;
  help(): void;
  ruler(): void;
  bare(): void;
  /** Closes what lies on top; whether anything did. */
  escape(): boolean;
}

export function keys(event: KeyboardEvent, table: Table, hands: Hands): void {
  const writing = event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select");
  const act = action(event, table, hands, writing);
  if (!act) return;
  event.preventDefault();
  act();
}

function action(event: KeyboardEvent, table: Table, hands: Hands, writing: boolean): (() => void) | undefined {
  const { key } = event;
  const held = event.ctrlKey || event.metaKey;
  if (key === "Escape") return () => (hands.escape() ? undefined : table.letGo());
  if (held && key === "Enter") return () => void table.done();
  if (writing) return undefined;
  if (held && key.toLowerCase() === "z") return () => void table.undo();
  if (held || event.altKey) return undefined;
  if (key === "Tab" && !(event.target instanceof HTMLElement && event.target.closest("[role=dialog]"))) return () => going(table, hands, event.shiftKey ? -1 : 1);
  if (key === "Enter" && table.ready && table.isTouched && !onButton(event)) return () => void table.place();
  if (table.question && /^[1-9]$/.test(key)) return () => numbered(table, Number(key));
  return plain(key, table, hands);
}

const onButton = (event: KeyboardEvent): boolean => event.target instanceof HTMLElement && event.target.matches("button:not([aria-pressed]), a");

function going(table: Table, hands: Hands, by: 1 | -1): void {
  const next = table.step(by);
  if (next) hands.centre(next);
}

function numbered(table: Table, n: number): void {
  const option = table.decision?.options[n - 1];
  if (option && !Object.keys(option.fields).length) void table.answer(option);
}

function plain(key: string, table: Table, hands: Hands): (() => void) | undefined {
  const first = table.selected[0];
  const known: Record<string, () => void> = {
    "+": () => hands.zoom(1.35), "=": () => hands.zoom(1.35), "-": () => hands.zoom(1 / 1.35), "0": hands.fit, "?": hands.help,
    b: () => (prefs.bands = !prefs.bands), m: () => (prefs.missions = !prefs.missions), r: hands.ruler, h: hands.bare,
    n: () => (prefs.symbols = prefs.symbols === "nato" ? "block" : "nato"),
    " ": () => first && hands.centre(first),
  };
  return known[key.toLowerCase()];
}
