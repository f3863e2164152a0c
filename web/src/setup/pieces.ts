/** What can be taken up on the map and put down elsewhere: bodies, units, generals, cards. Which options do so, and which of their fields takes what, is said by their forms. */

import type { Body, CardPicture, Decision, Hand, Option, Picture, Spot, UnitPicture } from "../lib/types";

/** Something that can be taken up and put down elsewhere. */
export interface Piece {
  /** The option that puts it down; of a card that is laid anew, the one that takes it off. */
  by: Option;
  /** Body, card, unit or leader by the word that decisions have for it. */
  id: string;
  name: string;
  spot: Spot;
  heading: number;
  /** Whether it has a front. */
  turns: boolean;
  units: UnitPicture[];
  card: CardPicture | null;
  /** It cannot be carried, only taken off and laid again. */
  anew: boolean;
}

export const handOf = (option: Option): Partial<Hand> => option.form.hand ?? {};

const carriesItself = (option: Option): boolean => handOf(option).does === "carry" && !handOf(option).piece;

/** A desk for setting up: its options carry what they are about, or lay something new. */
export const isSetUp = (decision: Decision): boolean => decision.options.some((option) => carriesItself(option) || handOf(option).does === "lay");

export const setUpOf = (decisions: Decision[]): Decision | null => decisions.find(isSetUp) ?? null;

export const doing = (decision: Decision | null, does: Hand["does"]): Option | null => decision?.options.find((each) => handOf(each).does === does) ?? null;

/** The option that puts somebody down by himself. */
export const putting = (decision: Decision | null, id: string): Option | null => decision?.options.find((each) => carriesItself(each) && each.about === id) ?? null;

/** The bodies that can be put down whole. */
export function groups(decision: Decision | null, picture: Picture): Piece[] {
  const alone = new Set([...picture.units, ...picture.leaders].map((each) => each.id));
  return (decision?.options ?? []).filter((option) => carriesItself(option) && !alone.has(option.about)).map((option) => group(option, picture));
}

function group(by: Option, picture: Picture): Piece {
  const id = by.about, card = picture.cards?.find((each) => each.key === id) ?? null, { front = "" } = handOf(by);
  const units = card ? picture.units.filter((unit) => card.units.includes(unit.id)) : members(id, picture);
  return { by, id, name: card?.name ?? (id || by.text), spot: card ? [card.x, card.y] : mean(units), heading: Number(by.optional[front] ?? 0), turns: front !== "", units, card, anew: false };
}

/** Where there are no cards, a group is the body of that name. */
function members(name: string, picture: Picture): UnitPicture[] {
  const ids: string[] = [];
  const all = (body: Body): string[] => [...body.units, ...body.formations.flatMap(all)];
  const look = (body: Body): void => (body.name === name ? void ids.push(...all(body)) : body.formations.forEach(look));
  picture.formations.forEach(look);
  return picture.units.filter((unit) => unit.own && unit.where === "table" && ids.includes(unit.id));
}

const mean = (units: UnitPicture[]): Spot => [
  units.reduce((sum, unit) => sum + unit.x, 0) / Math.max(1, units.length),
  units.reduce((sum, unit) => sum + unit.y, 0) / Math.max(1, units.length),
];

/** A single unit or a general, if he may be put down by himself. */
export function single(id: string, decision: Decision | null, picture: Picture): Piece | null {
  const by = putting(decision, id), unit = picture.units.find((each) => each.id === id && each.own), who = unit ?? picture.leaders.find((each) => each.id === id && each.own);
  if (!by || !who) return null;
  return { by, id, name: who.name, spot: [who.x, who.y], heading: unit?.heading ?? 0, turns: Boolean(handOf(by).front), units: unit ? [unit] : [], card: null, anew: false };
}

/** Whether an option names a piece in one of its fields. */
const names = (option: Option, card: CardPicture): boolean => {
  const domain = option.fields[handOf(option).piece ?? ""];
  return domain?.type === "choice" && domain.values.includes(card.key);
};

/** An own card that an option names: one that goes where it is sent, or one that is taken off and laid anew. */
export function loose(card: CardPicture, decisions: Decision[]): Piece | null {
  if (!card.own) return null;
  const by = decisions.flatMap((each) => each.options).find((option) => names(option, card));
  if (!by) return null;
  const anew = handOf(by).does === "remove", turns = anew || Boolean(handOf(by).front);
  return { by, id: card.key, name: card.name, spot: [card.x, card.y], heading: card.heading, turns, units: [], card, anew };
}

/** The fields of an answer that puts something down there. */
export function laid(option: Option, at: Spot, facing: number, more: { id?: string; kind?: string } = {}): Record<string, unknown> {
  const { spot = "", front = "", piece = "", kind = "" } = handOf(option);
  const said: [string, unknown][] = [[spot, at], [front, facing], [piece, more.id], [kind, more.kind]];
  return Object.fromEntries(said.filter(([name, value]) => name && value !== undefined));
}

export type Side = "north" | "east" | "south" | "west";

/** The edge that a spot lies beyond, and how far along it from its western or southern end. */
export function beyondEdge([x, y]: Spot, [width, height]: [number, number]): { edge: Side; along: number } | null {
  const over: [Side, number, number][] = [["west", -x, y], ["east", x - width, y], ["south", -y, x], ["north", y - height, x]];
  const [edge, out, along] = over.reduce((best, each) => (each[1] > best[1] ? each : best));
  const long = edge === "north" || edge === "south" ? width : height;
  return out > 0 ? { edge, along: Math.round(Math.max(0, Math.min(long, along))) } : null;
}
