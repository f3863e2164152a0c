/** Reading the set-up decision: which groups, units and generals may be put down, and who stands in each. */

import type { CardPicture } from "../lib/types";
import type { Body, Decision, Option, Picture, Spot, UnitPicture } from "../lib/types";

/** Something that can be taken up and put down elsewhere. */
export interface Piece {
  /** The option that puts it down. */
  option: string;
  /** Card, unit or leader by id. */
  id: string;
  name: string;
  spot: Spot;
  heading: number;
  /** Whether it has a front. */
  turns: boolean;
  units: UnitPicture[];
  card: CardPicture | null;
  /** A card with nothing behind it. */
  dummy: boolean;
}

export const deployOf = (decisions: Decision[]): Decision | null => decisions.find((each) => each.kind === "deploy") ?? null;

export const optionOf = (decision: Decision | null, key: string): Option | null => decision?.options.find((each) => each.key === key) ?? null;

const PLACE = "place:";

/** The groups that can be put down whole. */
export function groups(decision: Decision | null, picture: Picture): Piece[] {
  return (decision?.options ?? []).filter((option) => option.key.startsWith(PLACE)).map((option) => group(option, picture));
}

function group(option: Option, picture: Picture): Piece {
  const id = option.key.slice(PLACE.length), card = picture.cards?.find((each) => each.key === id) ?? null;
  const units = card ? picture.units.filter((unit) => card.units.includes(unit.id)) : members(option.text, picture);
  const spot: Spot = card ? [card.x, card.y] : mean(units), name = card?.name ?? named(option.text);
  return { option: option.key, id, name, spot, heading: Number(option.optional.heading ?? 0), turns: true, units, card, dummy: false };
}

const named = (text: string): string => text.replace(/,\s*\d+ units.*$/, "");

/** Where there are no cards, a group is the formation of that name. */
function members(text: string, picture: Picture): UnitPicture[] {
  const name = named(text), ids: string[] = [];
  const all = (body: Body): string[] => [...body.units, ...body.formations.flatMap(all)];
  const look = (body: Body): void => (body.name === name ? void ids.push(...all(body)) : body.formations.forEach(look));
  picture.formations.forEach(look);
  return picture.units.filter((unit) => unit.own && unit.where === "table" && ids.includes(unit.id));
}

const mean = (units: UnitPicture[]): Spot => [
  units.reduce((sum, unit) => sum + unit.x, 0) / Math.max(1, units.length),
  units.reduce((sum, unit) => sum + unit.y, 0) / Math.max(1, units.length),
];

/** A single unit, if it may be put down by itself. */
export function single(id: string, decision: Decision | null, picture: Picture): Piece | null {
  const unit = picture.units.find((each) => each.id === id && each.own);
  const option = `unit:${id}`;
  if (!unit || !optionOf(decision, option)) return null;
  return { option, id, name: unit.name, spot: [unit.x, unit.y], heading: unit.heading, turns: true, units: [unit], card: null, dummy: false };
}

export function general(id: string, decision: Decision | null, picture: Picture): Piece | null {
  const leader = picture.leaders.find((each) => each.id === id && each.own);
  const option = `leader:${id}`;
  if (!leader || !optionOf(decision, option)) return null;
  return { option, id, name: leader.name, spot: [leader.x, leader.y], heading: 0, turns: false, units: [], card: null, dummy: false };
}

/** An own card with nothing behind it: before the battle it is laid anew, later it goes where it is sent. */
export function dummy(card: CardPicture, decisions: Decision[]): Piece | null {
  if (!card.own || !card.hollow) return null;
  const free = deployOf(decisions), sent = decisions.flatMap((each) => each.options).find((option) => option.key === "dummy_card");
  const goes = sent?.fields.card?.type === "choice" && sent.fields.card.values.includes(card.key);
  const option = free && optionOf(free, "undummy") ? "dummy" : goes ? "dummy_card" : "";
  return option ? { option, id: card.key, name: card.name, spot: [card.x, card.y], heading: card.heading, turns: option === "dummy", units: [], card, dummy: true } : null;
}

export type Side = "north" | "east" | "south" | "west";

/** The edge that a spot lies beyond, and how far along it from its western or southern end. */
export function beyondEdge([x, y]: Spot, [width, height]: [number, number]): { edge: Side; place: number } | null {
  const over: [Side, number, number][] = [["west", -x, y], ["east", x - width, y], ["south", -y, x], ["north", y - height, x]];
  const [edge, out, along] = over.reduce((best, each) => (each[1] > best[1] ? each : best));
  const long = edge === "north" || edge === "south" ? width : height;
  return out > 0 ? { edge, place: Math.round(Math.max(0, Math.min(long, along))) } : null;
}
