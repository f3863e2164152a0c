/** The table as it was when one last had said something: kept by the browser, so that it is there when one comes back. */

import type { Picture } from "../lib/types";

export interface Since {
  /** What came after this is news. */
  news: number;
  picture: Picture;
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
