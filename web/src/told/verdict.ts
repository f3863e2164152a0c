/** How a battle ended, in a few words. */

import { levels } from "./goals";
import { label, T } from "../lib/text";
import type { Outcome, SeatState } from "../lib/types";

/** For whoever looks: his victory or defeat, or who has won. */
export function verdict({ outcome, kind, side }: Pick<SeatState, "outcome" | "kind" | "side">): string {
  if (!outcome?.winner) return T.ending.draw;
  const level = label(outcome.level).toLowerCase();
  if (kind !== "player") return T.ending.winner(outcome.winner, level);
  return outcome.winner === side ? T.ending.won(level) : T.ending.lost(level);
}

/** Who is ahead and by how much, and what a lead is called in this battle. */
export function margin(outcome: Outcome | null, scoring: string): string {
  const scores = Object.entries(outcome?.sides ?? {}).flatMap(([side, told]) => (told.points === undefined ? [] : [{ side, points: told.points }]));
  const [first, second] = scores.sort((a, b) => b.points - a.points);
  if (!first || !second) return "";
  const lead = first.points - second.points;
  return [lead ? T.ending.ahead(first.side, lead) : T.ending.level, levels(scoring)].filter(Boolean).join(" ");
}
