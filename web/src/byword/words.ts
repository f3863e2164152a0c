/** Words of the view of the table in words. What stands in it comes from the server. */

import { spoken } from "../lib/language";

const en = {
  title: "The table in words",
  asked: "Asked of you",
  nothing: "Nothing is asked of you now.",
  news: "What happened",
  ground: "The ground and what the battle is for",
  type: "What do you say?",
  hint: (example: string) => `A number or the first letters of an option, then its fields${example && `: ${example}`}. An empty line is the usual answer, “look NAME” tells of one, “options” what may be answered, “?” behind an order tells what would come of it, “undo” takes back what no dice were thrown for, Tab completes.`,
  say: "Say it",
  close: "Back to the map (Esc)",
  lost: "The server does not answer.",
  ended: (when: string) => `The table as it was at the end of ${when}.`,
  atFirst: "The table as it was at the beginning.",
  present: "On the map is played what has just happened. These words are of the table after it, as it stands now.",
  unseen: (name: string) => `Nobody whom you see is called ${name}.`,
  ways: (n: number) => (n === 1 ? "one way to go on" : `${n} ways to go on`),
};
export type ByWordWords = typeof en;

export const W = await spoken(en, { de: async () => (await import("./words.de")).de, fr: async () => (await import("./words.fr")).fr });
