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
}

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

/** Lessons that were gone through at this browser, in whichever game. */
export const learnt = (): Set<string> => new Set(Object.values(all()).filter((each) => each.ended).map((each) => each.lesson));

export const begun = (lesson: string): Progress => ({ lesson, at: 0, mark: 0, left: "", said: [], ended: false });

export function keepProgress(game: string, progress: Progress): void {
  try {
    const { [game]: _, ...others } = all();
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, progress]].slice(-MOST))));
  } catch {
    // A browser that keeps nothing begins its lesson anew.
  }
}
