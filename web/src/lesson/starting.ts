/** A lesson begun on a fresh table, or gone on with where it was left. */

import { begin } from "../gallery/begin";
import { holding, kept } from "../lib/games";
import { seatHash } from "../lib/links";
import type { Gallery, LessonOffer } from "../lib/types";
import { begun, keepProgress, progressOf } from "./keeping";

/** Whether there is a battle for it; then its table is opened. */
export async function start({ battles }: Gallery, { id, battle: at, system, side, seed, opponent: sits, options }: LessonOffer): Promise<boolean> {
  const battle = battles.find((each) => each.id === at);
  if (!battle) return false;
  const mine = await begin({ battle, system, against: "computer", side, variants: battle.variants?.[system] ?? [], options, seed, sits });
  keepProgress(holding(mine)?.game ?? "", begun(id));
  location.hash = seatHash(mine);
  return true;
}

/** Back to the table of a game, where its lesson goes on by itself. */
export function goOn(game: string): void {
  const seat = kept().find((each) => each.game === game)?.seats[0], progress = progressOf(game);
  if (!seat || !progress) return;
  keepProgress(game, { ...progress, left: "" });
  location.hash = seatHash(seat.token);
}
