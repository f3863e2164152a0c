/** The end of a battle. */

import { count, figures } from "./numbers";
import { large } from "../rules";

export const ending = {
  title: "The battle is over",
  rank: (level: string) => level,
  won: (level: string) => (level ? `A ${level} victory` : "Victory"),
  lost: (level: string) => (level ? `A ${level} defeat` : "Defeat"),
  winner: (side: string, level: string) => (level ? `${side}: a ${level} victory` : `${side} have won`),
  draw: "Drawn",
  points: (n: number) => count(n, "point"),
  turns: (n: number) => `after ${count(n, "turn")}`,
  losses: (lost: number, men: number, percent: number) =>
    `${figures(lost)} of ${figures(men)} men lost, ${percent} %`,
  guns: (n: number) => `${count(n, "gun")} lost`,
  broken: "beaten", destroyed: "destroyed",
  look: "Look at the field",
  more: "Another battle",
  again: "The verdict",
  ahead: (side: string, lead: number) => `${side}: ${count(lead, "point")} ahead.`,
  level: "Level on points.",
  levels: (words: string) => `${large(words)}.`,
  report: "Read the report",
  last: "Show the last turn",
  reportOwn: "The story of it as your side lived it, with maps, losses and the dice.",
  reportAll: "The story of it with maps, losses and the dice, of both armies.",
  writing: "The report is being written; this takes some seconds.",
  unwritten: "The report cannot be had just now. Try again when the connection is back.",
  save: "Download it",
  saveHint: "The whole record, for grognard report, replay and verify.",
  reveal: "Show both armies",
} as const;
