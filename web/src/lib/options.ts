/** Reading a decision: whose option it is, which fields still have to be said, which belong together. Knows no rules. */

import type { Decision, Domain, Option, Picture, Space, Spot } from "./types";

export type Values = Record<string, unknown>;

/** The unit or leader that an option is about: `order:2-33e`, `2-33e:step`, or a bare `2-33e`. */
export function subject(option: Option, known: ReadonlySet<string>): string {
  return halves(option).find((half) => known.has(half)) ?? "";
}

/** The other half of the key: `order` of `order:2-33e`. */
export const verb = (option: Option, known: ReadonlySet<string> = new Set()): string => halves(option).find((half) => !known.has(half)) ?? option.key;

/** What says the same to another unit: `order:1-33e` is to `order:2-33e`. */
export const fellow = (option: Option, among: Option[], known: ReadonlySet<string>): Option | undefined =>
  among.find((each) => verb(each, known) === verb(option, known));

function halves(option: Option): string[] {
  const at = option.key.indexOf(":");
  return at < 0 ? [option.key] : [option.key.slice(0, at), option.key.slice(at + 1)];
}

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

/** Fields that name those who are told something. */
const ADDRESSED = ["unit", "units", "regiment"];

/** Whether there is anybody to choose where somebody has to be chosen. */
export function isOpen(option: Option): boolean {
  const bare = (name: string): boolean => {
    const domain = option.fields[name];
    return (domain?.type === "choice" || domain?.type === "several") && domain.values.every((value) => value === "");
  };
  const told = ADDRESSED.filter((name) => name in option.fields);
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
    const who = subject(option, ids);
    if (who && hasFields(option)) found.about.set(who, [...(found.about.get(who) ?? []), option]);
    else if (!hasFields(option)) found.plain.push(option);
    else if (isOpen(option)) found.forms.push(option);
  }
  return found;
}

export const hasFields = (option: Option): boolean => Object.keys(option.fields).length > 0;

/** A question about several at once, whose odds are known: the option, and the field that says who of them. */
export function rollCall(decision: Decision): { option: Option; name: string } | undefined {
  const odds = decision.chances;
  for (const option of decision.options)
    for (const [name, domain] of Object.entries(option.fields)) if (domain.type === "several" && domain.values.length && domain.values.every((each) => each in odds)) return { option, name };
  return undefined;
}

/** A question with a few plain answers or about a few units, as against a desk at which one writes order after order. */
export const isQuestion = (decision: Decision): boolean => decision.options.every((option) => !hasFields(option)) || "unit" in decision.about || rollCall(decision) !== undefined;

/** What the usual answer is, if a single click can give it: that a person has done, or what is answered when nobody cares. */
export function usual(decision: Decision): Option | undefined {
  return decision.options.find((option) => option.key === (decision.done || decision.default.option));
}

/** Whether an answer ends one's part. */
export const ends = (decision: Decision, key: string): boolean => key === decision.done || key === decision.default.option;

/** A field that leaves no choice is filled in; what may be left out is left out. */
export function begun(option: Option, wished: Values = {}): Values {
  const values: Values = {};
  for (const [name, domain] of Object.entries(option.fields)) {
    if (name in wished && accepts(domain, wished[name])) values[name] = wished[name];
    else if (!(name in option.optional) && domain.type === "choice" && domain.values[0] !== undefined && isFirstFair(name, domain.values))
      values[name] = domain.values[0];
  }
  return values;
}

/** Whether the first of several may be taken unasked: the nearest leader, or the only one there is. */
const isFirstFair = (name: string, values: string[]): boolean => values.length === 1 || name === "leader";

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

/** Missions that mean nothing without one more word: whom to support, where to attack. Words of orders, not of one rule system. */
const NEEDS: Record<string, string> = { protect: "ward", support: "ward", attack: "objective", maneuver: "objective" };
const WARDED = Object.keys(NEEDS).filter((kind) => NEEDS[kind] === "ward");

/** Fields that could be left out but for what is said already. */
export function needs(option: Option, values: Values): string[] {
  const { fields } = option, what = "what" in fields ? current(option, values, "what") : "";
  const found: string[] = [];
  if (what === "order") found.push("unit");
  if (what === "mission") found.push("units", "kind");
  if ("kind" in fields && !("task" in fields) && what !== "order") found.push(NEEDS[String(current(option, values, "kind"))] ?? "");
  return found.filter((name) => name in fields);
}

/** The value as it stands, said or taken for granted. */
export const current = (option: Option, values: Values, name: string): unknown => (name in values ? values[name] : option.optional[name]);

/** Whether anything has been said at all, beyond what was filled in. */
export function touched(option: Option, values: Values): boolean {
  const given = begun(option), alone = Object.keys(option.fields).length === 1;
  return Object.entries(values).some(([name, value]) => {
    // who gives the word says nothing yet
    if (name === "leader" && !alone) return false;
    const before = name in option.optional ? option.optional[name] : given[name];
    return JSON.stringify(value) !== JSON.stringify(before);
  });
}

/** What is sent: only what was said. */
export function spoken(option: Option, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in option.fields && JSON.stringify(value) !== JSON.stringify(option.optional[name])));
}

/** A field is shown when what it depends on is said: degrees with a movement, an interval with a formation. Where an
 *  option has no such field, it is always shown. Words of orders, not of one rule system; an unknown field is shown. */
const DEPENDS: Record<string, [string, string[]?][]> = {
  gait: [["movement"]],
  degrees: [["movement", ["oblique", "wheel", "conversion"]]],
  paces: [["movement", ["forward", "oblique", "backward", "prolong"]]],
  interval: [["formation"]],
  face: [["formation"]],
  pays_frontage: [["movement"]],
  companies: [["special", ["detach"]]],
  least: [["standing", ["odds"]]],
  right: [["special", ["take_place"]]],
  ahead: [["special", ["take_place"]]],
};
/** Special orders that need a number which otherwise goes with a movement: a boat's course and how far. */
const BOAT = "move_boat";
const JOINS = ["brigade", "converge"];
const WITH_BOAT = ["degrees", "paces"];

/** Whether a number is a course, clockwise from north, not a turn. */
export const isCourse = (option: Option, values: Values, name: string): boolean => name === "degrees" && current(option, values, "special") === BOAT;

const CARRIED: Record<string, string[]> = {
  order: ["unit", "movement", "gait", "degrees", "paces", "formation", "interval", "face", "attack", "target", "special", "pays_frontage", "others", "walking", "companies", "right", "ahead"],
  mission: ["units", "kind", "objective", "route", "radius", "ward", "gait", "wait_until"],
};

export function shown(option: Option, values: Values, name: string): boolean {
  const what = current(option, values, "what");
  const plain = name.replace(/^other_/, "");
  if ("what" in option.fields && isUnsaid(what) && Object.values(CARRIED).some((names) => names.includes(plain))) return false;
  if (typeof what === "string" && what in CARRIED && Object.values(CARRIED).some((names) => names.includes(plain))) {
    if (!CARRIED[what]?.includes(plain)) return false;
    if (what === "mission") return isWarded(option, values, plain);
  }
  if (name !== plain && isUnsaid(current(option, values, "others"))) return false;
  if ("kind" in option.fields && !("movement" in option.fields)) return isWarded(option, values, plain);
  if (name === "others" && "special" in option.fields && !("other_special" in option.fields)) return JOINS.includes(String(current(option, values, "special")));
  if (WITH_BOAT.includes(plain) && current(option, values, name === plain ? "special" : "other_special") === BOAT) return true;
  return (DEPENDS[plain] ?? []).every(([parent, among]) => {
    const on = name === plain ? parent : `other_${parent}`;
    if (!(on in option.fields)) return true;
    const value = current(option, values, on);
    return among ? among.includes(String(value)) : !isUnsaid(value);
  });
}

/** Somebody to look after is named only where somebody is looked after. */
const isWarded = (option: Option, values: Values, name: string): boolean => name !== "ward" || WARDED.includes(String(current(option, values, "kind")));

/** A value that means nothing without a number brings one along: a wheel of no degrees is none. */
const TURNS = ["wheel", "conversion"];
const FIRST_TURN = 30;

export function companions(option: Option, values: Values, name: string, value: unknown): Values {
  const degrees = name.replace(/movement$/, "degrees");
  if (!TURNS.includes(String(value)) || !(degrees in option.fields) || current(option, values, degrees) !== 0) return {};
  return { [degrees]: FIRST_TURN };
}

/** Nothing is left to be chosen here. */
export const isSettled = (option: Option, name: string): boolean => {
  const domain = option.fields[name];
  return domain?.type === "choice" && domain.values.length === 1 && (name === "leader" || name === "unit");
};

export const isUnsaid = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === "no" || (Array.isArray(value) && value.length === 0);

/** What is of use only now and then, folded away until asked for or said. */
const SELDOM = new Set(["pays_frontage", "ward", "route", "wait_until", "radius", "interval", "face", "walking"]);
/** Missions that keep beside somebody have a place of their own only now and then. */
const BESIDE = [...WARDED, "follow_me"];
const isSeldom = (option: Option, values: Values, name: string): boolean => SELDOM.has(name) || (name === "objective" && BESIDE.includes(String(current(option, values, "kind"))));

export const seldom = (option: Option, values: Values, name: string): boolean =>
  isSeldom(option, values, name.replace(/^other_/, "")) && name in option.optional && !(name in values) && !needs(option, values).includes(name);

/** An order made of chits: with none of them the unit halts. */
export const isOfChits = (option: Option): boolean => "movement" in option.optional && option.key.includes(":");
