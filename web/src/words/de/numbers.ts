/** Numbers and dates as German writes them. */

import { numbersOf } from "../numbers";

export const { figures, fixed, minus, percent, count } = numbersOf(".", ",");

const MONTHS = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"];
export const date = (day: number, month: number, year: number): string => `${day}. ${MONTHS[month - 1] ?? month} ${year}`;
