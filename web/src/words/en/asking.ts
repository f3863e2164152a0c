/** What is asked of a player. */

import { isTouched } from "../../lib/touch";
import { count, percent } from "./numbers";
import { large } from "../rules";

export const asked = {
  fromPanel: isTouched ? "" : "Esc, then Tab",
  readOut: (turn: number, seat: string, text: string, answers: string[], more: number): string => `Turn ${turn}. ${seat}, you are asked: ${text}${answers.length ? ` ${answers.map((each, i) => `${i + 1}: ${each}`).join("; ")}.` : ""}${more ? ` And ${count(more, "more question")}.` : ""}`,
  byNumber: (n: number) => `Answer by its number (1 to ${n}), or go to the question (A).`,
  title: "Asked of you",
  nothing: "Nothing is asked of you now.",
  usual: "Usual",
  danger: (who: string[], how: string) => `In danger: ${who.join(", ")}. ${large(how)}.`,
  kept: "The same for the rest of this battle",
  asBefore: (answer: string) => `As you said for this battle: ${answer}.`,
  standing: (answer: string) => `Answered for you: ${answer}.`,
  askAgain: "Ask me again",
  same: "the same odds as above",
  more: (n: number) => `and ${count(n, "more question")}`,
  points: (left: number) => `${count(left, "point")} left`,
  pick: "Choose",
  goals: "What the battle is for, in points",
  ends: "It ends before its time",
  end: ({ side, wins, text, down, needed, then }: { side: string; wins: boolean; text: string; down: number | null; needed: number; then?: string }, own: boolean): string => {
    if (wins) return `${own ? "You win" : `Victory for ${side}`}: ${text}`;
    const so = down === null ? "" : !down ? "; none so far" : down >= needed ? `; ${down} now` : `; ${down} so far`;
    return `${own ? "Your army" : `${side}: the army`} quits the field: ${text}${so}${then ? `; then ${then}` : ""}`;
  },
  special: "What holds in this battle only",
  applied: (by: string) => (by ? `applied, by ${by}` : "a hint: no rule applies it, the players keep it"),
  you: "you",
  left: (time: string) => `${time} left, then the usual answer is given`,
  seconds: (n: number) => `${n} s`,
  minutes: (n: number) => `${n} min`,
  hours: (n: number) => `${n} h`,
  days: (n: number) => count(n, "day"),
  call: "Your move",
  callText: (battle: string, turn: number) => `${battle}, turn ${turn}`,
} as const;

/** A question about several at once, with what may become of each. */
export const call = {
  better: (p: number) => `${percent(p)} better`,
  same: (p: number) => `${percent(p)} as it is`,
  worse: (p: number) => `${percent(p)} worse`,
  yes: "It tries",
  no: "It lets it be",
  these: (n: number, of: number): string => (!n ? "Nobody tries" : n === of ? `All ${n} try` : `${n} of ${of} try`),
  all: "All",
  nobody: "Nobody",
  look: "Show on the map",
} as const;
