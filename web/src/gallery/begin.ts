/** Setting up a table: who sits where, and the links that come of it. */

import { api } from "../lib/client";
import { keep, type Held, type Kept } from "../lib/games";
import type { BattleInfo, SeatInfo } from "../lib/types";

export type Opponent = "computer" | "hotseat" | "link";

export interface Setting {
  battle: BattleInfo;
  system: string;
  against: Opponent;
  side: string;
  variants: string[];
}

const SITS: Record<Opponent, string> = { computer: "staff", hotseat: "me", link: "open" };

/** The key of one's own seat at the new table. */
export async function begin({ battle, system, against, side, variants }: Setting): Promise<string> {
  const seats = Object.fromEntries(battle.sides.map((each) => [each.name, each.name === side ? "me" : SITS[against]]));
  const made = await api.begin({ battle: battle.id, system, options: variants.length ? { variants } : {}, seats });
  const mine = made.seats.filter((seat) => seat.token && (against === "hotseat" || seat.side === side));
  const others = made.seats.filter((seat) => seat.token && !mine.includes(seat));
  const game: Kept = {
    game: made.game, battle: battle.id, title: battle.title, system, date: battle.date, seats: mine.map(held), others: others.map(held), host: made.host, spectator: made.spectator,
    turn: 1, turns: battle.turns, over: false, waiting: true, seen: Date.now(),
  };
  keep(game);
  return mine[0]?.token ?? made.spectator;
}

const held = (seat: SeatInfo): Held => ({ seat: seat.seat, title: seat.title, token: seat.token ?? "" });
