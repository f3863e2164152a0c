/** Rulebooks and checks as the server tells them; what was read once is kept while the page is open. */

import type { components } from "../lib/api";
import { LONG, request } from "../lib/client";

type Sent = components["schemas"];
export type Shelf = Sent["BookShelf"];
export type Book = Sent["Book"];
export type BookRule = Sent["BookRule"];
export type Chapter = Sent["Chapter"];
export type RulePage = Sent["RulePage"];
export type RuleVariant = Sent["RuleVariant"];
export type Change = Sent["FigureChange"];
export type Figure = RulePage["figures"][number];
export type FigureLine = Sent["FigureLine"];
export type FigureTable = Sent["FigureTable"];
export type FigureGroup = Sent["FigureGroup"];
export type Glossary = Sent["Glossary"];
export type CheckForm = Sent["CheckForm"];
export type FactField = Sent["FactField"];
export type CheckOdds = Sent["CheckOdds"];
export type OutcomeChance = Sent["OutcomeChance"];
export type InForce = Sent["InForce"];
export type Series = Sent["OddsSeries"];
export type FactSteps = Sent["FactSteps"];
export type CheckThrow = Sent["CheckThrow"];
export type Facts = Record<string, string>;

const kept = new Map<string, Promise<unknown>>();

/** What stays as it is: asked for once, again only where it was not heard. */
function read<T>(path: string): Promise<T> {
  const had = kept.get(path);
  if (had) return had as Promise<T>;
  const asked = request<T>("GET", path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const of = encodeURIComponent;
const check = (system: string, name: string): string => `/api/checks/${of(system)}/${of(name)}`;

export const books = {
  shelf: () => read<Shelf>("/api/books"),
  book: (system: string) => read<Book>(`/api/books/${of(system)}`),
  glossary: (system: string) => read<Glossary>(`/api/books/${of(system)}/glossary`),
  page: (system: string, rule: string) => read<RulePage>(`/api/books/${of(system)}/rules/${of(rule)}`),
  form: (system: string, name: string) => read<CheckForm>(check(system, name)),
  odds: (system: string, name: string, situations: Facts[], variants: string[]) => request<{ situations: CheckOdds[] }>("POST", `${check(system, name)}/odds`, { situations, variants }, LONG).then((told) => told.situations),
  series: (system: string, name: string, facts: Facts, against: string, variants: string[]) => request<Series>("POST", `${check(system, name)}/series`, { facts, against, variants }, LONG),
  steps: (system: string, name: string, facts: Facts, variants: string[], tried = 0) => request<FactSteps>("POST", `${check(system, name)}/steps`, { facts, variants, tried }, LONG),
  throw: (system: string, name: string, facts: Facts, dice: string, variants: string[]) => request<CheckThrow>("POST", `${check(system, name)}/throw`, { facts, dice, variants }),
};

/** A number of the rules in print: a true minus, no sign before nothing. */
export const printed = (value: string): string => (/^[+-]0$/.test(value) ? "0" : value.replace(/(^|[\s;(])-(?=\d)/g, "$1−"));
/** Words as they stand at the beginning of a line. */
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

export const toBook = (system: string, seat = ""): string => `#/rules/${of(system)}${seat ? `?seat=${of(seat)}` : ""}`;
export const toRule = (system: string, rule: string, seat = ""): string => `#/rules/${of(system)}/${of(rule)}${seat ? `?seat=${of(seat)}` : ""}`;
export const toCheck = (system: string, name: string): string => `#/odds/${of(system)}/${of(name)}`;
