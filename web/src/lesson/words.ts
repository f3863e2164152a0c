/** Words of lessons: what stands round the words that a lesson brings along. */

import { spoken } from "../lib/language";

const en = {
  learn: "Learn",
  learnFirst: "Begin here: learn by doing",
  learnHint: "On a real table, with real dice. The lesson waits for what you do.",
  minutes: (n: number) => `about ${n} minutes`,
  steps: (n: number) => `${n} steps`,
  start: "Start",
  startOf: (title: string) => `Start the lesson: ${title}`,
  starting: "Laying out …",
  known: "done",
  again: "Again",
  lesson: "Lesson",
  step: (n: number, of: number) => `step ${n} of ${of}`,
  showMe: "Show me",
  showing: "Watch …",
  skip: "Skip step",
  back: "Back",
  leave: "Leave",
  leaves: (n: number) => `resumes at step ${n}`,
  goOn: "Go on",
  resume: "Resume",
  begin: "Begin",
  repeat: "From the first step",
  unwanted: "Not now",
  goes: "A lesson goes with this battle",
  leftAt: (n: number, of: number) => `Left at step ${n} of ${of}`,
  passed: "Passed over",
  ended: "The lesson is over",
  close: "Close",
  gallery: "To the other lessons",
  cannot: "That cannot be shown just now: something else is asked of you first.",
  understood: "Understood",
  why: "Why",
  came: "What came of it",
  watching: "Watch what comes of it",
  fold: "Fold the lesson to a line",
  unfold: "Unfold the lesson",
  move: "Move the card: drag it, or use the arrow keys; Home lets it find its place",
  fight: "Fight your first battle",
};
export type LessonWords = typeof en;

export const W = await spoken(en, { de: async () => (await import("./words.de")).de, fr: async () => (await import("./words.fr")).fr });
