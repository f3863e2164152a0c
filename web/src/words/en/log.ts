/** What happened, in sentences and dice; the odds of what may. */

import { count, figures, fixed } from "./numbers";
import { isTouched } from "../../lib/touch";

export const odds = {
  title: (unit: string, target: string) => `${unit} against ${target}`,
  at: (far: string, band: string) => `at ${far}${band ? `, ${band}` : ""}`,
  before: "from where it stands now, before the move that is laid out",
  none: "Nothing can be reckoned between these two.",
  pick: isTouched ? "Tap an enemy to see what may come of it." : "Hold the pointer over an enemy, or choose one, to see what may come of it.",
  mean: (n: number, what = "") => `${fixed(n)} ${what ? `${what} ` : ""}expected`,
  taken: "Taken for granted",
  beyond: "No contact this turn",
  beyondMore: "What contact would come to",
  theirs: "theirs",
  total: "In all",
} as const;

export const log = {
  title: "Dispatches",
  unfold: (n: number) => `Each of the ${n}`,
  news: (n: number) => `${n} new`,
  since: "before your last word",
  each: (percent: number) => `${percent} % each`,
  /** Many shooters: what is sure, and the chance of one more hit. */
  pool: ({ shooters, each, percent, sure, rest, shots }: { shooters: number; each: number; percent: number; sure: number; rest: number; shots?: [number, number][] }): string => {
    const all = shots ? `${shots.map(([n, chance]) => `${n} at ${chance} %`).join(", ")}, ${figures(percent)} % in all` : shooters === 1 && percent === each ? "" : shooters * each === percent ? `${shooters} × ${each} % = ${figures(percent)} %` : `${count(shooters, "shooter")}, ${figures(percent)} % in all`;
    if (!sure) return all ? `${all} for a hit` : `${rest} % for a hit`;
    return `${all ? `${all}: ` : ""}${count(sure, "sure hit")}${rest ? `, ${rest} % for one more` : ""}`;
  },
  hit: "it hits",
  idle: "does not count",
  miss: "it misses",
  hits: (n: number) => (n ? count(n, "hit") : "no hit"),
  dice: (n: number) => count(n, "die", "dice"),
  actions: (n: number) => count(n, "point"),
  /** Dice against a number that they are to stay below: by how much they are. */
  below: (by: number) => (by > 0 ? `${by} below it` : by < 0 ? `${-by} above it` : "equal to it"),
  toStay: "To stay below",
  against: "against",
  more: (n: number) => `and ${n} more`,
  all: "All units",
  onlyDice: "Dice only",
  filter: "About",
  empty: "Nothing has happened yet.",
  yours: "Your dice",
  none: "no dice yet",
  thrown: (n: number) => `${n} thrown`,
  average: (mean: number, expected: number) => `${fixed(mean)} on average, ${fixed(expected)} expected`,
  luck: ["as expected", "above the average", "below the average"] as const,
  odd: (one: number) => `so far off one time in ${one}`,
  total: "total",
  needed: "of",
  newest: "newest first",
  sides: (n: number) => (n === 100 ? "percentages" : `${n}-sided`),
} as const;

export const rule = { ruling: "Our ruling", doubt: "In doubt", missing: "This rule is not in the book.", book: "Its page in the rulebook" } as const;

export const dice = {
  title: "The dice",
  waiting: (who: string[]) => `The first die falls when all have given their part of the dice: ${who.join(", ")} ${who.length === 1 ? "has" : "have"} still to come.`,
  chosen: (seed: string) => `The host has chosen the seed ${seed}: whoever knows it can foretell the dice.`,
  made: "The seed is made of a part of the server and one of each who plays. Each was promised by its hash before any was given, so nobody could choose it.",
  server: "The server",
  promised: "promised",
  given: "given",
  open: "still to come",
  mine: "drawn in this browser",
  broken: "The server no longer promises what it promised when this browser first looked: do not trust these dice.",
  seed: "Seed",
  check: "Check it yourself with the downloaded file:",
  later: "What was promised is shown when the battle is over and both armies are.",
} as const;
