/** Numbers and dates as English writes them. */

import { numbersOf } from "../numbers";

const numbers = numbersOf(",", ".");

export const { figures, fixed, minus, percent } = numbers;
export const count = (n: number, one: string, many = `${one}s`): string => numbers.count(n, one, many);

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
export const date = (day: number, month: number, year: number): string => `${day} ${MONTHS[month - 1] ?? month} ${year}`;
