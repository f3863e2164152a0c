/** The games of this browser: the links it holds, and where each of them stood when it was last looked at. */

import type { SeatState } from "./types";

export interface Held {
  seat: string;
  title: string;
  token: string;
}

export interface Kept {
  game: string;
  battle: string;
  title: string;
  system: string;
  date: string;
  /** Seats played at this screen; several for a hot-seat. */
  seats: Held[];
  /** Links made for others. */
  others: Held[];
  host: string;
  spectator: string;
  turn: number;
  turns: number;
  over: boolean;
  waiting: boolean;
  seen: number;
  /** What its player calls it. */
  name?: string;
  /** The battle that it branched off, and the turn. */
  parent?: { game: string; turn: number };
  /** How it ended, once that was learnt. */
  result?: { winner: string; level: string; side: string; lost: number; theirs: number; turns: number };
}

const KEY = "grognard.games";
const WISH = "grognard.wish";

/** The rules and the opponent that were chosen last. */
export interface Wish {
  system: string;
  against: string;
}

export function lastWish(): Partial<Wish> {
  try {
    return (JSON.parse(localStorage.getItem(WISH) ?? "{}") ?? {}) as Partial<Wish>;
  } catch {
    return {};
  }
}

export function keepWish(wish: Wish): void {
  try {
    localStorage.setItem(WISH, JSON.stringify(wish));
  } catch {
    // It is chosen anew next time, then.
  }
}

export function kept(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    return Array.isArray(found) ? found.sort((a, b) => b.seen - a.seen) : [];
  } catch {
    return [];
  }
}

export function keep(game: Kept): void {
  write([game, ...kept().filter((each) => each.game !== game.game)]);
}

export function forget(game: string): void {
  write(kept().filter((each) => each.game !== game));
}

/** A battle that one came to by a link of somebody else's. */
export function joined(token: string, data: Pick<SeatState, "game" | "battle" | "system" | "seat" | "seats" | "turn" | "turns" | "over" | "decisions">): Kept {
  const { game, battle, system, turn, turns } = data, title = data.seats.find((each) => each.seat === data.seat)?.title ?? data.seat;
  return { game, battle: battle.id, title: battle.title, system, date: battle.date, seats: [{ seat: data.seat, title, token }], others: [], host: "", spectator: "", turn, turns, over: Boolean(data.over), waiting: data.decisions.length > 0, seen: Date.now() };
}

export const holding = (token: string): Kept | undefined => kept().find((each) => [...each.seats, ...each.others].some((one) => one.token === token));

/** Told to the window when a battle was added, has changed or was taken off. */
export const CHANGED = "grognard-games";

function write(games: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, 200)));
  } catch {
    // A browser that keeps nothing still plays; the link in the address bar is enough to come back.
  }
  if (typeof window !== "undefined") window.dispatchEvent(new Event(CHANGED));
}
