/** One order for several units: what each of them can be told of it, who can be paid for, and what would come of it for all. */

import { accepts, type Values } from "../asking/options";
import { T } from "../lib/text";
import type { OddsOf, Option, Preview, Refusal, UnitPicture, UnitPreview } from "../lib/types";

/** Values that another unit can be told too; what it does not know is left out. */
export const fitted = (option: Option, values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => {
    const domain = option.fields[name];
    if (!domain) return [];
    if (accepts(domain, value)) return [[name, value]];
    return name in option.optional || domain.type !== "choice" || domain.values[0] === undefined ? [] : [[name, domain.values[0]]];
  }));

/** What one of several would be told, and what the server says to it. */
export interface Share {
  unit: string;
  option: Option;
  values: Values;
  preview: Preview;
}

/** Who of several can be told it, the cheapest first, for how much; and who cannot, and why. */
export interface Round {
  able: Share[];
  cost: number;
  /** What whoever pays has left then; nothing where several pay, or nobody. */
  left: number | null;
  refused: { unit: string; why: Refusal }[];
  /** Nothing is against it but the points. */
  short: Share[];
}

/** Points that whoever pays has now. */
const purseOf = (share: Share): number | null => (share.preview.left === null ? null : share.preview.left + share.preview.cost);

/** Reckoned against the points of those who pay: what the first takes, the next cannot spend. */
export function round(shares: Share[]): Round {
  const found: Round = { able: [], cost: 0, left: null, refused: [], short: [] };
  const purses = new Map<string, number>(), rank = new Map(shares.map((share, i) => [share, i]));
  const open: Share[] = [];
  for (const share of shares)
    if (share.preview.refusal) found.refused.push({ unit: share.unit, why: share.preview.refusal });
    else open.push(share);
  for (const share of open.toSorted((a, b) => a.preview.cost - b.preview.cost || (rank.get(a) ?? 0) - (rank.get(b) ?? 0))) {
    const payer = String(share.values.leader ?? ""), has = purses.get(payer) ?? purseOf(share);
    if (has !== null && share.preview.cost > has) {
      found.short.push(share);
      continue;
    }
    if (has !== null) purses.set(payer, has - share.preview.cost);
    found.able.push(share);
    found.cost += share.preview.cost;
  }
  if (purses.size === 1) found.left = [...purses.values()][0] ?? null;
  return found;
}

/** Nothing would come of it. */
export const NO_PREVIEW: Preview = { said: "", units: [], points: [], cost: 0, left: null, arrives: 0, acts: 0, acts_rule: "", notes: [], price: [], lines: [], refusal: null };

/** A round as one preview: all who can be told it, what they cost together; refused only where nobody can. */
export function together(all: Round): Preview | null {
  const [first] = all.able;
  if (!first) {
    const why = all.refused[0]?.why;
    return why ? { ...NO_PREVIEW, refusal: why } : null;
  }
  return {
    ...first.preview, units: all.able.flatMap((each) => each.preview.units), cost: all.cost, left: all.left, refusal: null, said: all.able.map((each) => each.preview.said).filter(Boolean).join(" "),
    notes: [...new Set(all.able.flatMap((each) => each.preview.notes))], price: all.able.flatMap((each) => each.preview.price ?? []),
  };
}

/** Rows that all have stand as they are; those that only some have say of how many they hold. */
function ofSome<R extends { label: string }>(all: readonly (readonly R[])[]): R[] {
  const found = new Map<string, { row: R; units: number }>();
  for (const rows of all)
    for (const [key, row] of new Map(rows.map((each) => [JSON.stringify(each), each] as const))) found.set(key, { row, units: (found.get(key)?.units ?? 0) + 1 });
  return [...found.values()].map(({ row, units }) => (units === all.length ? row : { ...row, label: T.orders.ofSome(units, all.length, row.label) }));
}

/** What would come of it for several as one: the first of them, with what counts against any of them, and for how many. */
export function summed(units: readonly UnitPreview[]): UnitPreview | null {
  const [first] = units;
  if (!first || units.length === 1) return first ?? null;
  return { ...first, penalties: ofSome(units.map((each) => each.penalties)), rows: ofSome(units.map((each) => each.rows)) };
}

/** Whether a preview tells anything in words or figures: for some orders there is nothing to be told beforehand. */
export const says = (preview: Preview, unit: UnitPreview | null): boolean =>
  Boolean(preview.said || preview.notes.length || preview.arrives || (unit && [unit.track, unit.penalties, unit.tallies, unit.rows, unit.threats ?? [], unit.odds ?? []].some((each) => each.length)));

/** A formation by its words, however it is written. */
const spelt = (formation: string): string => formation.replaceAll("_", " ");

/** Whether a unit would stand elsewhere than now, or otherwise: who only fires may be drawn as well, where he is. */
export function leaves(found: UnitPreview | undefined, now: UnitPicture | undefined): boolean {
  const last = found?.places.at(-1);
  if (!found?.moves || !last || !now) return Boolean(found?.moves);
  return Math.hypot(last.x - now.x, last.y - now.y) >= 1 || last.heading !== now.heading || spelt(last.formation) !== spelt(now.formation);
}

/** Whether the turn is spent alike by all. */
export const isAlike = (units: readonly UnitPreview[]): boolean => new Set(units.map((each) => JSON.stringify([each.track, each.tallies]))).size < 2;

/** What the numbers of some odds count: of "2 hits, 1 disorder" it is hits. */
export function counted(odds: Pick<OddsOf, "chances">): string {
  const word = odds.chances.map((chance) => /^(?:no|[\d,]+) ([a-z]+)/.exec(chance.text)?.[1]).find(Boolean) ?? "";
  return word && !word.endsWith("s") ? `${word.replace(/y$/, "ie")}s` : word;
}
