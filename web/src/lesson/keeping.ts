/** How far the lessons of this browser have come, game by game. */

export interface Progress {
  lesson: string;
  at: number;
  /** Events before this number belong to steps before. */
  mark: number;
  /** Left, to be resumed; or not wanted at all. */
  left: "" | "left" | "unwanted";
  /** Asides that were said. */
  said: number[];
  ended: boolean;
  /** Steps that were passed over; in what was kept before they were counted, none. */
  passed?: number[];
  /** How many steps there are. */
  steps?: number;
}

export type StepEnd = "done" | "passed";
export const endOf = ({ passed = [] }: Progress, at: number): StepEnd => (passed.includes(at) ? "passed" : "done");

const KEY = "grognard.lessons";
const MOST = 40;

function all(): Record<string, Progress> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

export const progressOf = (game: string): Progress | undefined => all()[game];

/** Whether a lesson was gone through, and more of it done than passed over. */
export const isLearnt = ({ ended, passed = [], steps = Infinity }: Progress): boolean => ended && passed.length * 2 < steps;

/** Lessons that were learnt at this browser, in whichever game. */
export const learnt = (): Set<string> => new Set(Object.values(all()).filter(isLearnt).map((each) => each.lesson));

/** Lessons that were left in the midst of one of these games: where, and at which step. */
export const underWay = (games: Set<string>): Map<string, { game: string; at: number }> =>
  new Map(Object.entries(all()).flatMap(([game, { lesson, at, ended, left }]) => (at > 0 && !ended && left !== "unwanted" && games.has(game) ? [[lesson, { game, at }] as const] : [])));

export const begun = (lesson: string): Progress => ({ lesson, at: 0, mark: 0, left: "", said: [], ended: false });

export function keepProgress(game: string, progress: Progress): void {
  try {
    const { [game]: _, ...others } = all();
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, progress]].slice(-MOST))));
  } catch {
    // A browser that keeps nothing begins its lesson anew.
  }
}

/** Where the hand has put the card, as parts of the room it has, and whether it is folded to a line. */
export interface CardPlace {
  x: number | null;
  y: number | null;
  folded: boolean;
}
const CARD = "grognard.lesson-card";

export function cardPlace(): CardPlace {
  const part = (n: unknown): number | null => (typeof n === "number" && n >= 0 && n <= 1 ? n : null);
  try {
    const found = JSON.parse(localStorage.getItem(CARD) ?? "{}") as Partial<Record<keyof CardPlace, unknown>> | null;
    const x = part(found?.x), y = part(found?.y);
    return { x: y === null ? null : x, y: x === null ? null : y, folded: found?.folded === true };
  } catch {
    return { x: null, y: null, folded: false };
  }
}

export function keepCard(place: CardPlace): void {
  try {
    localStorage.setItem(CARD, JSON.stringify(place));
  } catch {
    // It finds its place by itself, then.
  }
}
