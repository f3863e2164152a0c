/** Reading a decision: which fields still have to be said, which belong together. Knows no rules: what belongs together stands in the forms. */

import { fieldOf, holds, inRole, isUnsaid } from "./forms";
import type { Condition, Decision, Domain, Option, Picture, Space, Spot } from "../lib/types";

export type Values = Record<string, unknown>;

/** What says the same to another unit. */
export const fellow = (option: Option, among: Option[]): Option | undefined => among.find((each) => each.form.id === option.form.id);

/** A choice among spaces of the board, by column and row from the south-west. */
export const isSpaces = (domain: Domain | undefined): domain is { type: "choice"; values: string[] } =>
  domain?.type === "choice" && domain.values.length > 0 && domain.values.every((value) => /^\d+,\d+$/.test(value));

export const isPlace = (domain: Domain | undefined): boolean => domain?.type === "spot" || isSpaces(domain);

/** `3,4` as column and row. */
export const spaceOf = (text: string): Space => text.split(",").map(Number) as Space;

export const spaceAt = ([x, y]: Spot, side: number): string => `${Math.floor(x / side)},${Math.floor(y / side)}`;

/** Everybody in the picture by id. */
export function known(picture: Picture): Set<string> {
  return new Set([...picture.units, ...picture.leaders, ...picture.ghosts].map((each) => each.id));
}

/** Whether there is anybody to choose where somebody has to be chosen. */
export function isOpen(option: Option): boolean {
  const bare = (name: string): boolean => {
    const domain = option.fields[name];
    return (domain?.type === "choice" || domain?.type === "several") && domain.values.every((value) => value === "");
  };
  const told = inRole(option, "told");
  if (told.length && told.every(bare)) return false;
  return !Object.keys(option.fields).some((name) => !(name in option.optional) && bare(name));
}

export interface Sorted {
  /** By unit: what it may be told. */
  about: Map<string, Option[]>;
  /** With fields to fill in, about nobody in particular. */
  forms: Option[];
  /** A click answers them. */
  plain: Option[];
}

export function sorted(decision: Decision, ids: ReadonlySet<string>): Sorted {
  const found: Sorted = { about: new Map(), forms: [], plain: [] };
  for (const option of decision.options) {
    const who = option.about;
    const single = who !== decision.about.leader || !toSeveral(option);
    if (ids.has(who) && hasFields(option) && single) found.about.set(who, [...(found.about.get(who) ?? []), option]);
    else if (!hasFields(option)) found.plain.push(option);
    else if (isOpen(option)) found.forms.push(option);
  }
  return found;
}

/** What a leader says to several is about none of them alone: it lies open whoever is in hand. */
const toSeveral = (option: Option): boolean => Object.entries(option.fields).some(([name, domain]) => domain.type === "several" && fieldOf(option, name).role === "told");

export const hasFields = (option: Option): boolean => Object.keys(option.fields).length > 0;

/** A question about several at once, whose odds are known: the option, and the field that says who of them. */
export function rollCall(decision: Decision): { option: Option; name: string } | undefined {
  const odds = decision.chances;
  for (const option of decision.options)
    for (const [name, domain] of Object.entries(option.fields)) if (domain.type === "several" && domain.values.length && domain.values.every((each) => each in odds)) return { option, name };
  return undefined;
}

/** The field of an option that says only who of several, and nothing else. */
export function whoOf(option: Option): { name: string; values: string[] } | undefined {
  const [[name, domain] = ["", undefined], ...more] = Object.entries(option.fields);
  return !more.length && domain?.type === "several" ? { name, values: domain.values } : undefined;
}

/** Yes or no: one answer is a word, the other says who. */
export const isYesNo = (decision: Decision): boolean => decision.options.length === 2 && decision.options.some((option) => !hasFields(option)) && decision.options.some((option) => whoOf(option)?.values.length);

/** A question with a few plain answers or about a few units, as against a desk at which one writes order after order. */
export const isQuestion = (decision: Decision): boolean => decision.options.every((option) => !hasFields(option)) || "unit" in decision.about || rollCall(decision) !== undefined || isYesNo(decision);

/** What an answer says without another word: what is suggested; to yes or no, all of them. */
export function plainly(decision: Decision, option: Option): Values {
  if (option.key === decision.default.option && Object.keys(decision.default.values).length) return { ...begun(option), ...decision.default.values };
  const who = isYesNo(decision) ? whoOf(option) : undefined;
  return who ? { [who.name]: who.values } : hasFields(option) ? begun(option) : {};
}

/** What the usual answer is, if a single click can give it: that a person has done, or what is answered when nobody cares. */
export function usual(decision: Decision): Option | undefined {
  return decision.options.find((option) => option.key === (decision.done || decision.default.option));
}

/** Whether an answer ends one's part. */
export const ends = (decision: Decision, key: string): boolean => key === decision.done || key === decision.default.option;

/** A field that leaves no choice is filled in, and whoever gives the word is the first who can; what may be left out is left out. */
export function begun(option: Option, wished: Values = {}): Values {
  const values: Values = {};
  for (const [name, domain] of Object.entries(option.fields)) {
    if (name in wished && accepts(domain, wished[name])) values[name] = wished[name];
    else if (!(name in option.optional) && domain.type === "choice" && domain.values[0] !== undefined && (domain.values.length === 1 || fieldOf(option, name).role === "giver"))
      values[name] = domain.values[0];
  }
  return values;
}

export function accepts(domain: Domain, value: unknown): boolean {
  switch (domain.type) {
    case "choice":
      return typeof value === "string" && domain.values.includes(value);
    case "yes_no":
      return value === "yes" || value === "no";
    case "several":
      return Array.isArray(value) && value.every((each) => domain.values.includes(each)) && (!domain.most || value.length <= domain.most);
    case "number":
      return typeof value === "number" && Number.isInteger(value) && value >= domain.low && value <= domain.high;
    case "spot":
      return Array.isArray(value) && value.length === 2;
    case "spots":
      return Array.isArray(value) && value.length <= domain.most;
    case "words":
      return typeof value === "string" && wordsIn(value) > 0 && wordsIn(value) <= domain.most;
  }
}

/** The words of a field that one of them is chosen for: yes and no as well. */
export const wordsOf = (domain: Domain): string[] => (domain.type === "choice" ? domain.values : domain.type === "yes_no" ? ["no", "yes"] : []);

export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Fields that have to be said and have not been. */
export function missing(option: Option, values: Values): string[] {
  const wanted = needs(option, values);
  return Object.entries(option.fields)
    .filter(([name, domain]) => (!(name in option.optional) || wanted.includes(name)) && !(name in values && accepts(domain, values[name]) && said(values[name])))
    .map(([name]) => name);
}

const said = (value: unknown): boolean => !isUnsaid(value) || value === "no";

/** Fields that could be left out but for what is said already. */
export const needs = (option: Option, values: Values): string[] => Object.keys(option.fields).filter((name) => needOf(option, values, name) !== undefined);

/** Why a field has to be said, and how it is asked for then. */
export const needOf = (option: Option, values: Values, name: string): { asks?: string } | undefined => fieldOf(option, name).needed.find((need) => isSo(option, values, need.when));

const isSo = (option: Option, values: Values, condition: Condition): boolean => holds(condition, (name) => current(option, values, name));

/** The value as it stands, said or taken for granted. */
export const current = (option: Option, values: Values, name: string): unknown => (name in values ? values[name] : option.optional[name]);

/** Whether anything has been said at all, beyond what was filled in. */
export function touched(option: Option, values: Values, given: Values = begun(option)): boolean {
  const alone = Object.keys(option.fields).length === 1;
  return Object.entries(values).some(([name, value]) => {
    // who gives the word says nothing yet
    if (fieldOf(option, name).role === "giver" && !alone) return false;
    const before = name in given ? given[name] : option.optional[name];
    return JSON.stringify(value) !== JSON.stringify(before);
  });
}

/** What stands of an order that was given before and would be lost if what is laid out took its place. */
export function lost(option: Option, values: Values, stands: Values): string[] {
  const kept = Object.entries(stands).filter(([name, value]) => name in option.fields && said(value));
  return kept.filter(([name, value]) => JSON.stringify(current(option, values, name)) !== JSON.stringify(value)).map(([name]) => name);
}

/** What is sent: only what was said. */
export function spoken(option: Option, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in option.fields && JSON.stringify(value) !== JSON.stringify(option.optional[name])));
}

/** Whether a field is shown with what is said already. */
export function shown(option: Option, values: Values, name: string): boolean {
  const when = fieldOf(option, name).shown;
  return !when || isSo(option, values, when);
}

/** Whether a number is a course, clockwise from north, not a turn. */
export function isCourse(option: Option, values: Values, name: string): boolean {
  const when = fieldOf(option, name).course;
  return Boolean(when && isSo(option, values, when));
}

/** Numbers that a value brings along, where they are zero: it means nothing without them. */
export function companions(option: Option, values: Values, name: string, value: unknown): Values {
  const brought = Object.entries(fieldOf(option, name).brings[String(value)] ?? {});
  return Object.fromEntries(brought.filter(([other]) => other in option.fields && current(option, values, other) === 0));
}

/** Nothing is left to be chosen here. */
export const isSettled = (option: Option, name: string): boolean => {
  const domain = option.fields[name];
  return domain?.type === "choice" && domain.values.length === 1 && ["giver", "told"].includes(fieldOf(option, name).role);
};

/** What is of use only now and then, folded away until asked for or said. */
export function seldom(option: Option, values: Values, name: string): boolean {
  const when = fieldOf(option, name).seldom;
  return Boolean(when && isSo(option, values, when)) && name in option.optional && !(name in values) && !needOf(option, values, name);
}
