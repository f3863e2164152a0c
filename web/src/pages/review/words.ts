/** Words of the review. */

import { spoken } from "../../lib/language";

const en = {
  title: (battle: string) => `After ${battle}`,
  reckoning: "The battle is gone through once more …",
  reckoningHint: "Every roll is thrown again for its exact odds; a long battle takes a minute.",
  unheard: "The server does not answer; try again in a moment.",
  you: (side: string) => `${side}, you`,
  points: "points",
  replay: "Replay",
  branch: "Fight on from a turn",
  report: "Print the report",
  reveal: "Show both armies",
  own: "You see what your own side knew. Its host can show both armies.",
  strength: "Strength",
  strengthHint: "men in the ranks, in percent of those who began",
  turn: (n: number) => `turn ${n}`,
  turns: "turn",
  fell: "Where men fell",
  fellBoth: (n: string) => `${n} of both sides`,
  fellOwn: (n: string) => `${n} of yours`,
  nobody: "Nobody fell.",
  heat: ["1–9", "10–29", "30–59", "60 and more"],
  hexagons: (paces: number) => `hexagons ${paces} paces across, by where the units stood`,
  rolls: "The rolls that turned it",
  rollsHint: "by the men whose fate it was",
  noRolls: "No roll stood out.",
  tails: { "": "just that", "or better": "that or better", "or worse": "that or worse" } as Record<string, string>,
  atStep: (turn: number) => `Look at turn ${turn} on the map`,
  losses: "Losses by formation",
  noLosses: "No formation lost a man.",
  causes: { small_arms: "small arms", artillery: "artillery", close: "hand to hand", other: "run off, taken, other" },
  lost: (n: string, percent: number) => `${n} lost, ${percent} %`,
  luck: "Luck",
  luckHint: "above the line is better than the odds",
  grey: "two battles in three end in the grey",
  lucky: {
    fair: (side: string) => `The dice of the ${side} fell about as they had to`,
    kind: (side: string, much: boolean) => `The dice were ${much ? "clearly" : "a little"} kind to the ${side}`,
    harsh: (side: string, much: boolean) => `The dice were ${much ? "clearly" : "a little"} harsh to the ${side}`,
  },
  over: (n: number, hundred: number) => `${n} rolls; of a hundred such battles ${hundred} have worse dice.`,
  sort: "Rolls",
  expected: "expected",
  actual: "came up",
  noLuck: "There are no odds for this battle:",
  chart: "as a table",
};
export type ReviewWords = typeof en;

export const W = await spoken(en, { de: async () => (await import("./words.de")).de, fr: async () => (await import("./words.fr")).fr });
