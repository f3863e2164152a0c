/** The games of this browser: the links it holds, and where each of them stood when it was last looked at. */

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

export const holding = (token: string): Kept | undefined => kept().find((each) => [...each.seats, ...each.others].some((one) => one.token === token));

function write(games: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, 40)));
  } catch {
    // A browser that keeps nothing still plays; the link in the address bar is enough to come back.
  }
}
