/** Words that every part of the page uses, and how they are said to those who touch the screen. */

import { date, figures, fixed, minus, percent } from "./numbers";

export const common = {
  name: "Grognard",
  number: (n: number): string => figures(n),
  fixed,
  minus,
  percent,
  date,
  colon: ": ",
  close: "Close",
  cancel: "Cancel",
  again: "Try again",
  copy: "Copy",
  copied: "Copied",
} as const;

/** Formations, which all rule systems call by the same names, where the plain word is too long. */
export const formations: Record<string, string> = {
  column_of_companies: "col. of coys", column_of_divisions: "col. of divns", column_of_zuege: "col. Züge",
  column_of_squadrons: "col. of sqns", column_of_troops: "col. of troops", attack_column: "attack col.",
  march_column: "march col.", open_square: "square", skirmish_squares: "knots", extended_order: "ext. order",
  unlimbered: "in action", unlimbered_open: "in action, open",
};

export const fingers = (text: string): string => text.replace(/\bClick\b/g, "Tap").replace(/\bclick\b/g, "tap").replace(/[.;] Shift adds[^.;]*/, "");
