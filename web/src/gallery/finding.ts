/** Finding a battle among many: by words, by nation, in an order. */

import type { BattleOffer, Gallery } from "../lib/types";
import { lengthOf, turnsOf } from "./fieldview";

export const ORDERS = ["shelf", "year", "size", "length", "stars"] as const;
export type Order = (typeof ORDERS)[number];

export interface Search {
  words: string;
  /** The id of a nation that fights in it; nothing for any. */
  nation: string;
  order: Order;
}

/** Capitals and accents do not matter: Gohrde finds the Göhrde. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const told = (battle: BattleOffer): string =>
  plain([battle.title, battle.place, battle.date, battle.teaches, battle.summary, ...battle.sides.flatMap((side) => [side.name, side.commander])].join(" "));

const menOf = (battle: BattleOffer): number => battle.sides.reduce((sum, side) => sum + side.men, 0);

/** All battles, those to begin with first; the ground of the first lesson is where one learns, a first battle is another. */
export function shelved({ battles, lessons }: Pick<Gallery, "battles" | "lessons">): BattleOffer[] {
  const order = (battle: BattleOffer) => (battle.id === lessons[0]?.battle ? 1 : battle.teaching ? 0 : battle.small ? 2 : 3) * 1e7 + menOf(battle);
  return [...battles].sort((a, b) => order(a) - order(b));
}

/** The battles that are meant, in the order wished for; `stars` are how the player rates them. */
export function found(battles: readonly BattleOffer[], search: Search, system: string, stars: Readonly<Record<string, number>>): BattleOffer[] {
  const words = plain(search.words).split(/\s+/).filter(Boolean);
  const meant = battles.filter((battle) => words.every((word) => told(battle).includes(word)) && (!search.nation || battle.sides.some((side) => side.nation === search.nation)));
  const worth: Record<Order, (battle: BattleOffer) => number> = {
    shelf: () => 0,
    year: (battle) => Number(battle.date.replaceAll("-", "")),
    size: menOf,
    length: (battle) => lengthOf(battle, system) * 1e6 + turnsOf(battle, system),
    stars: (battle) => -(stars[battle.id] ?? 0),
  };
  // a stable sort: who are alike stay as they stand on the shelf
  return meant.sort((a, b) => worth[search.order](a) - worth[search.order](b));
}

/** The nations that fight in some battle, as sides. */
export const nationsOf = (battles: readonly BattleOffer[]): string[] => [...new Set(battles.flatMap((battle) => battle.sides.map((side) => side.nation)))].sort();

/** The period of a battle, by the years in which it ends. */
export const PERIODS = [1721, 1763, 1791, 1804, 1815, 1850] as const;
export const periodOf = (date: string): number => {
  const at = PERIODS.findIndex((last) => Number(date.slice(0, 4)) <= last);
  return at < 0 ? PERIODS.length - 1 : at;
};

const KEY = "grognard.stars";

/** How this browser's player rates battles, from 1 to 5. */
export function starred(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? Object.fromEntries(Object.entries(kept).filter(([, stars]) => [1, 2, 3, 4, 5].includes(stars as number))) : {};
  } catch {
    return {};
  }
}

/** Rate a battle; the same stars once more take the rating away. */
export function rate(battle: string, stars: number): Record<string, number> {
  const { [battle]: before, ...others } = starred();
  const all = before === stars ? others : { ...others, [battle]: stars };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing forgets this too
  }
  return all;
}
