/** Setting up a table: who sits where, and the links that come of it. */

import { api, Refused } from "../lib/client";
import { keep, type Held, type Kept } from "../lib/games";
import { T } from "../lib/text";
import type { BattleInfo, SeatLink } from "../lib/types";

export type Opponent = "computer" | "hotseat" | "link";

export interface Setting {
  battle: BattleInfo;
  system: string;
  against: Opponent;
  side: string;
  variants: string[];
  /** Options of the rules other than the usual ones. */
  options?: Record<string, unknown>;
  /** How well the computer plays, and how much it dares. */
  level?: string;
  character?: string;
  /** Of the dice, and who has the other seats: where a lesson needs it so. */
  seed?: number;
  /** Seconds for each decision of a person; 0 for none. */
  clock?: number;
  sits?: string;
}

const SITS: Record<Exclude<Opponent, "computer">, string> = { hotseat: "me", link: "open" };

export const LEVELS = ["easy", "normal", "hard"] as const, CHARACTERS = ["cautious", "steady", "bold"] as const;

/** The computer as the server calls it: a level, and behind it a character that is not the usual one. */
export const computer = (level = "normal", character = "steady"): string => (character === "steady" ? level : `${level}:${character}`);

/** The key of one's own seat at the new table. */
export async function begin({ battle, system, against, side, variants, options = {}, level, character, seed, clock = 0, sits }: Setting): Promise<string> {
  // With a seat for each command, one's own is the first of the side; each of the others is for a person of
  // its own, or the computer's where one plays against the computer.
  const apart = options.seats === "commands" && against !== "hotseat";
  const seats = Object.fromEntries(battle.sides.map((each) => [each.name, each.name === side ? (apart ? "open" : "me") : (sits ?? (against === "computer" ? computer(level, character) : SITS[against]))]));
  const usual = battle.variants?.[system] ?? [], chosen = variants.join() === usual.join() ? {} : { variants };
  const made = await api.begin({ battle: battle.id, system, options: { ...options, ...chosen }, seats, ...(seed === undefined ? {} : { seed }), ...(clock ? { clock } : {}) });
  const own = made.seats.filter((seat) => seat.token && (against === "hotseat" || seat.side === side)), mine = apart ? own.slice(0, 1) : own;
  const alone = apart && against === "computer";
  if (alone) for (const seat of own.slice(1)) await api.host(made.host, "seat", { seat: seat.seat, kind: computer(level, character) });
  const others = made.seats.filter((seat) => seat.token && !mine.includes(seat) && !alone);
  const game: Kept = {
    game: made.game, battle: battle.id, title: battle.title, system, date: battle.date, seats: mine.map(held), others: others.map(held), host: made.host, spectator: made.spectator,
    turn: 1, turns: battle.turns, over: false, waiting: true, seen: Date.now(),
  };
  keep(game);
  return mine[0]?.token ?? made.spectator;
}

/** Why there is no battle, and what can be done about it. */
export function notBegun(error: unknown): string {
  const { said: say, reasons, ways } = T.gallery.notBegun, status = error instanceof Refused ? error.status : 0;
  const said = (error instanceof Error ? error.message : "").replace(/[.\s]+$/, "");
  if (!status) return say(said || reasons.unheard, ways.server);
  if (status >= 500) return say(said ? `${reasons.fault} (${said})` : reasons.fault, ways.fault);
  // who has begun too many is told to wait
  return say(said || reasons.refused, status === 429 ? "" : ways.otherwise);
}

const held = (seat: SeatLink): Held => ({ seat: seat.seat, title: seat.title, token: seat.token });
