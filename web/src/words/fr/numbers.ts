/** Numbers and dates as French writes them. */

import { numbersOf } from "../numbers";

/** A narrow space that keeps its number together; nothing and one take the singular. */
export const { figures, fixed, minus, percent, count } = numbersOf("\u202f", ",", (n) => Math.abs(n) < 2);

const MONTHS = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"];
export const date = (day: number, month: number, year: number): string => `${day === 1 ? "1er" : day} ${MONTHS[month - 1] ?? month} ${year}`;
