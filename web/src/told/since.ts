/** The table as it was when one last had done: kept by the browser, so that it is there when one comes back. */

import type { Picture } from "../lib/types";

export interface Since {
  /** What came after this is news. */
  news: number;
  picture: Picture;
}

/** Whether what became of units is reckoned anew from this word on. Done begins anew; the answer to a question in the middle of
 *  things does not, or what was lost before it would never be told. Who is only asked questions has the last turn told, and this. */
export function beginsAnew(since: Pick<Picture, "turn"> | null, turn: number, done: boolean): boolean {
  return done || !since || turn - since.turn > 1;
}

/** So many tables of one's last words are kept. */
const MOST = 6;

/** The tables to reckon from, with one more. */
export const marked = (marks: readonly Since[], one: Since): Since[] => [...marks, one].slice(-MOST);

/** What became of units, reckoned from the last word since which anything did: an idle word does not take away what has only
 *  just been told. Not from before the last turn, unless nothing was said since. */
export function latest<A>(marks: readonly Since[], turn: number, told: (since: Since) => A[]): A[] {
  for (const since of marks.toReversed()) {
    if (since !== marks.at(-1) && turn - since.picture.turn > 1) break;
    const found = told(since);
    if (found.length) return found;
  }
  return [];
}

const KEY = "grognard.since.";

/** The browser's store, if there is one that takes it: it may be full, or shut. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function keepSince(token: string, since: Since, store: Store = sessionStorage): boolean {
  try {
    store.setItem(KEY + token, JSON.stringify(since));
    return true;
  } catch {
    store.removeItem(KEY + token);
    return false;
  }
}

/** What was kept for this seat; nothing where the battle has been taken back to before it. */
export function keptSince(token: string, last: number, store: Store = sessionStorage): Since | null {
  const found = store.getItem(KEY + token);
  const since = found ? (JSON.parse(found) as Since) : null;
  return since && since.news <= last ? since : null;
}
