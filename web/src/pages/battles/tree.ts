/** A battle and what branched off it, as a small tree. */

import type { Kept } from "../../lib/games";

export interface Fork {
  game: Kept;
  /** The turn that it branched off at, and the one that it has come to. */
  turn: number;
  to: number;
  /** The line that it is drawn on, from 1. */
  row: number;
}

/** Branches of a battle and of its branches, each on a line of its own, in the order of their turns. */
export function forks(game: Kept, games: readonly Kept[]): Fork[] {
  const found: Fork[] = [], seen = new Set([game.game]);
  const grow = (from: Kept): void => {
    const own = games.filter((each) => each.parent?.game === from.game && !seen.has(each.game)).sort((a, b) => (a.parent?.turn ?? 0) - (b.parent?.turn ?? 0));
    for (const each of own) {
      seen.add(each.game);
      found.push({ game: each, turn: each.parent?.turn ?? 1, to: Math.max(each.turn, each.parent?.turn ?? 1), row: found.length + 1 });
      grow(each);
    }
  };
  grow(game);
  return found;
}

export type Ending = "won" | "lost" | "drawn" | "";
/** How it ended for who keeps it; nothing while it goes on, or where one sat on both sides. */
export function endingOf({ over, result, seats }: Pick<Kept, "over" | "result" | "seats">): Ending {
  if (!over || !result) return "";
  if (!result.winner) return "drawn";
  if (seats.length > 1) return "";
  return result.winner === result.side ? "won" : "lost";
}
