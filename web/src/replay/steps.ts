/** Steps of a battle: finding one's way among them. */

import type { Moment, TableEvent } from "../lib/types";

/** The step in which an event was told; -1 where there is none, for what is told now belongs to none yet. */
export const stepOf = (steps: Moment[], event: number): number => steps.findIndex((step) => step.first >= 0 && step.first <= event && event <= step.last);

/** The first step of the turn before or after; of this turn first, where one is in the midst of it. Beyond the last turn is now. */
export function nextTurn(steps: Moment[], at: number, by: 1 | -1): number {
  const here = steps[at];
  if (!here) return at;
  if (by > 0) {
    const next = steps.findIndex((step) => step.turn > here.turn);
    return next < 0 ? steps.length : next;
  }
  const begun = steps.findIndex((step) => step.n > 0 && step.turn === here.turn);
  if (begun >= 0 && begun < at) return begun;
  const before = steps.findLast((step) => step.n > 0 && step.turn < here.turn);
  return before ? steps.findIndex((step) => step.n > 0 && step.turn === before.turn) : 0;
}

/** Whether what was there is there still: steps are only added, unless something was taken back. */
export const alike = (had: Moment[], now: Moment[]): boolean => had.length <= now.length && had.every((step, n) => JSON.stringify(step) === JSON.stringify(now[n]));

export interface Mark {
  turn: number;
  /** Of the way from the beginning to now. */
  at: number;
  /** Whether there is room for its number. */
  named: boolean;
}

/** Where turns begin on a slider of so many pixels; numbers as far as they find room. */
export function turnMarks(steps: Moment[], width: number, room = 26): Mark[] {
  const firsts = steps.filter((step, n) => step.n > 0 && (n === 1 || step.turn !== steps[n - 1]?.turn));
  let last = -Infinity;
  return firsts.map((step) => {
    const at = step.n / steps.length, named = (at - last) * width >= room && (1 - at) * width >= room;
    if (named) last = at;
    return { turn: step.turn, at, named };
  });
}

/** Of all that was told, what lies about a step: a long battle is not laid out whole. */
export function around(events: TableEvent[], step: Moment, before: number, after: number): TableEvent[] {
  const from = events.findIndex((event) => event.n >= step.first), past = events.findIndex((event) => event.n > step.last);
  const start = from < 0 ? events.length : from, end = step.last < 0 ? 0 : past < 0 ? events.length : past;
  return events.slice(Math.max(0, start - before), end + after);
}
