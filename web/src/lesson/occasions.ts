/** Whether what a step waits for has come: the same rules as battle/teaching/occasions.py, which has the cases for both. */

import type { LessonStep, Occasion } from "../lib/types";

type Values = Record<string, unknown>;

export interface Learnt {
  n: number;
  kind: string;
  units: Record<string, string>;
  values: Values;
  secret: Values;
}

/** An answer, with how many events were known when it was given. */
export interface GivenWord {
  option: string;
  values: Values;
  after: number;
}

/** What a seat has seen and done, as far as a step may look at it. */
export interface Witness {
  events: readonly Learnt[];
  /** Events before this number belong to steps before. */
  mark: number;
  /** Answers since the step began. */
  given: readonly GivenWord[];
  asked: readonly { kind: string; unit: string }[];
  units: ReadonlyMap<string, Values>;
  selected: readonly string[];
  laid: { option: string; values: Values } | null;
  turn: number;
  phase: string;
}

/** Null while it has not come; else the mark of the next step. Only events and answers move the mark on. */
export function met(occasion: Occasion, seen: Witness): number | null {
  const { all = [], any = [], none = [], event, answered } = occasion;
  if (all.length) {
    const marks = all.map((each) => met(each, seen)), found = marks.filter((at) => at !== null);
    return found.length === marks.length ? Math.max(...found) : null;
  }
  if (any.length) {
    const found = any.map((each) => met(each, seen)).filter((at) => at !== null);
    return found.length ? Math.min(...found) : null;
  }
  if (none.length) return none.some((each) => met(each, seen) !== null) ? null : seen.mark;
  if (event) {
    const found = seen.events.find(({ n, kind, units, values, secret }) => {
      const roles = event.role ? [units[event.role]] : Object.values(units);
      return n >= seen.mark && kind === event.kind && (!event.unit || roles.includes(event.unit)) && has(event.values, { ...secret, ...values });
    });
    return found ? found.n + 1 : null;
  }
  if (answered) {
    const found = seen.given.find((each) => each.option === answered.option && has(answered.values, each.values));
    return found ? Math.max(found.after, seen.mark) : null;
  }
  return stands(occasion, seen) ? seen.mark : null;
}

/** What is so now, whatever was before. */
function stands({ selected, laid, unit, asked, phase, turn }: Occasion, seen: Witness): boolean {
  if (selected) return seen.selected.includes(selected);
  if (laid) return seen.laid?.option === laid.option && has(laid.values, seen.laid.values);
  if (unit) return seen.units.has(unit.id) && has(unit.shows, seen.units.get(unit.id) ?? {});
  if (asked) return seen.asked.some((each) => each.kind === asked.kind && (!asked.unit || asked.unit === each.unit));
  if (phase) return seen.phase === phase;
  return Boolean(turn && seen.turn >= turn);
}

/** Whether a step can be done no more: its occasion is past, or somebody whom it lights up is no longer there. */
export function isGone({ gone, light = [] }: LessonStep, seen: Witness): boolean {
  if (gone && met(gone, seen) !== null) return true;
  return light.some((each) => each.startsWith("unit:") && ["left", "lost"].includes(String(seen.units.get(each.slice(5))?.where)));
}

const has = (wanted: Values = {}, values: Values): boolean => Object.entries(wanted).every(([name, want]) => name in values && fits(want, values[name]));

/** A list of words takes any of them; where several are said, all that are wanted must be among them. A number may be
 * wanted of a span, both ends of which fit. */
function fits(want: unknown, value: unknown): boolean {
  if (want !== null && typeof want === "object" && !Array.isArray(want)) {
    const { least = -Infinity, most = Infinity } = want as { least?: number; most?: number };
    return typeof value === "number" && least <= value && value <= most;
  }
  const wanted = Array.isArray(want) ? want : [want];
  if (Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(wanted) || wanted.every((each) => value.includes(each));
  return wanted.includes(value);
}
