/** Keys at the table. */

import { current, hasFields, isYesNo, plainly } from "../asking/options";
import { focusOn, goOn, isKeyed, isLost, seen, STOPS } from "../lib/focus";
import { prefs } from "../lib/prefs.svelte";
import type { Table } from "../lib/store.svelte";
import type { Spot } from "../lib/types";

export interface Hands {
  centre(where: string | Spot): void;
  /** Into sight, moving the map as little as needed. */
  reveal(where: string | Spot): void;
  fit(): void;
  /** Says who has been taken in hand. */
  tell(id: string): void;
  zoom(by: number): void;
  help(): void;
  /** The table in words, and back. */
  words(): void;
  ruler(): void;
  bare(): void;
  /** Tools over the map. */
  sight(): void;
  reach(): void;
  legend(): void;
  /** The whole screen for the map, and back. */
  whole(): void;
  /** Closes what lies on top; whether anything did. */
  escape(): boolean;
}

export function keys(event: KeyboardEvent, table: Table, hands: Hands): void {
  if (event.defaultPrevented) return;
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
  if (event.shiftKey && key === "Enter" && table.desk.option) return () => void table.desk.confirm();
  if (held && key === "Enter") return () => void (deliberate(event, table) && table.done());
  if (key === "F6") return () => nextRegion(event.shiftKey ? -1 : 1);
  if (key === "Enter" && settled(event.target, table)) return () => void table.desk.confirm();
  if (writing) return undefined;
  if (held && key.toLowerCase() === "z") return () => void table.undo();
  if (held || event.altKey) return undefined;
  if (key === "Tab" && isLost()) return () => void goOn();
  if (key === "Tab" && goesRound(event)) return () => going(table, hands, event.shiftKey ? -1 : 1);
  if (key === "Enter" && !acts(event.target)) return () => void table.desk.confirm();
  if (table.question && /^[1-9]$/.test(key)) return () => numbered(table, Number(key));
  if (key === " " && event.target instanceof HTMLElement && event.target.matches("button, summary, a[href]")) return undefined;
  return plain(key, table, hands);
}

/** Milliseconds for which the hand must have rested, and a question have been on the table, before "done" is meant. */
const REST = 350, READ = 600;
let pressed = -Infinity;

/** A key that is held down or pressed again and again answers what it was pressed for, not what nobody has read yet. */
export function deliberate(event: Pick<KeyboardEvent, "repeat">, { askedAt }: Pick<Table, "askedAt">, now = performance.now()): boolean {
  const rested = now - pressed > REST;
  pressed = now;
  return !event.repeat && rested && now - askedAt > READ;
}

/** Tab goes from unit to unit on the map and after a click; whoever works a panel with the keyboard has it as everywhere. */
function goesRound(event: KeyboardEvent): boolean {
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("[role=dialog]")) return false;
  return !isKeyed() || at === document.body || Boolean(at?.closest("[role=application]"));
}

/** From one part of the table to the next: ribbon, force, what is in hand, dispatches, map. */
function nextRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-state] > header, [data-state] aside, [role=application]")].filter((each) => each.getClientRects().length > 0);
  const at = regions.findIndex((each) => each.contains(document.activeElement));
  for (let n = 1; n <= regions.length; n++) {
    const next = regions[(at + by * n + regions.length * 2) % regions.length];
    const goal = next?.matches("[tabindex]") ? next : next?.querySelector<HTMLElement>("button:not(:disabled), select, input, a[href]");
    if (!goal) continue;
    return focusOn(goal);
  }
}

/** Whether Enter belongs to what has the focus: a button does what it says, a choice is made. Where it is made already, Enter
 *  confirms what is laid out. */
const acts = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches("button:not([aria-pressed=true]), a[href], summary, select, [role=option]");

/** In the figures of an order: the first Enter takes what was typed, the next confirms what is laid out. */
const settled = (target: EventTarget | null, { desk }: Table): boolean => target instanceof HTMLInputElement && target.type === "number" && Boolean(desk.option && desk.draft) && target.value === String(current(desk.option!, desk.draft!.values, target.closest<HTMLElement>("[data-field]")?.dataset.field ?? ""));

/** To what is asked: the heading of a question, from which Tab goes on to the answers; else the first that can be said to a unit. */
export function toQuestion(): boolean {
  const answers = seen("[data-answers]"), goal = seen("h3[data-asks]") ?? (answers && seen(STOPS, answers)) ?? seen("[data-asks]");
  if (goal) focusOn(goal);
  return Boolean(goal);
}

function going(table: Table, hands: Hands, by: 1 | -1): void {
  const next = table.step(by);
  if (!next) return;
  hands.reveal(next);
  hands.tell(next);
}

function numbered(table: Table, n: number): void {
  const { decision } = table, option = decision?.options[n - 1];
  if (decision && option && (!hasFields(option) || isYesNo(decision))) void table.answer(option, plainly(decision, option));
}

/** Press the button that bears a key, where there is one. */
const pressFor = (key: string): void => seen(`button[data-key="${key}"]:not(:disabled)`)?.click();

function plain(key: string, table: Table, hands: Hands): (() => void) | undefined {
  const first = table.selected[0];
  const known: Record<string, () => void> = {
    "+": () => hands.zoom(1.35), "=": () => hands.zoom(1.35), "-": () => hands.zoom(1 / 1.35), "0": hands.fit, "?": hands.help,
    b: () => (prefs.bands = !prefs.bands), l: () => (prefs.plans = !prefs.plans), r: hands.ruler, h: hands.bare, w: hands.whole, t: hands.words, s: hands.sight, e: hands.reach, k: hands.legend, g: () => (prefs.footing = !prefs.footing),
    n: () => (prefs.symbols = prefs.symbols === "nato" ? "block" : "nato"),
    a: toQuestion, o: () => pressFor("o"), d: () => pressFor("d"), " ": () => first && hands.centre(first),
  };
  return known[prefs.meant(key.toLowerCase())];
}
