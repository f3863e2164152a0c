/** Whom Tab takes in hand, one after the other. */

export interface Visited {
  /** One's own units on the table, and one's leaders, by their ids. */
  units: string[];
  leaders: string[];
  /** Those who can be told something now, and those of the units who were told nothing yet. */
  able: { has(id: string): boolean };
  free: string[];
  /** Whom a lesson asks for: he is visited too. */
  sought: string;
}

/** The next without orders; when all have theirs, the next who can be told something, a leader too; else any unit. */
export function nextOf({ units, leaders, able, free, sought }: Visited, from: string, by: 1 | -1): string {
  const all = [...units, ...leaders], told = all.filter((id) => able.has(id));
  const wanted = new Set(free.length ? [...free, sought] : told.length ? told : units), at = all.indexOf(from), start = at < 0 && by < 0 ? 0 : at;
  for (let n = 1; n <= all.length; n++) {
    const next = all[(start + by * n + all.length * 2) % all.length] ?? "";
    if (wanted.has(next)) return next;
  }
  return "";
}
