/** What a right click on the map offers. Knows no rules: it names what the open decision takes. */

import { companies, present } from "./companies";
import { accepts, hasFields, isOfChits, verb } from "./options";
import type { Table } from "./store.svelte";
import { label, T } from "./text";
import type { Option, Spot } from "./types";

/** What was pointed at. */
export interface Pointed {
  unit: string;
  leader: string;
  spot: Spot;
}

export interface Item {
  text: string;
  act: () => void;
}

export interface Menu {
  title: string;
  items: Item[];
}

/** An order that is given at once, not carried by somebody. */
const IN_PERSON = "order";

type Centre = (where: string | Spot) => void;

export function menu(table: Table, at: Pointed, centre: Centre): Menu {
  if (at.leader) return { title: table.nameOf(at.leader), items: [...leaderItems(table, at.leader), { text: T.menu.centre, act: () => centre(at.leader) }] };
  const unit = table.units.get(at.unit);
  if (!unit) return { title: T.menu.ground, items: [...groundItems(table, at.spot), { text: T.menu.centre, act: () => centre(at.spot) }] };
  return { title: unit.name, items: [...(unit.own ? ownItems(table, at.unit) : foeItems(table, at.unit)), { text: T.menu.centre, act: () => centre(at.unit) }] };
}

/** What just this unit may be told, its brigade, and forms that take it. */
function ownItems(table: Table, id: string): Item[] {
  const told = table.question ? [] : (table.sorted?.about.get(id) ?? []);
  const orders = told.map((option) => ({ text: T.menu.lay(label(verb(option, table.ids))), act: () => (table.select([id]), table.desk.lay(option)) }));
  const chits = told.find((option) => isOfChits(option) && verb(option, table.ids) === IN_PERSON);
  const halts = chits ? [{ text: T.orders.halt, act: () => (table.select([id]), table.desk.lay(chits), void table.desk.place()) }] : [];
  const mine = companies(table.picture, (table.picture?.units ?? []).map((unit) => unit.id)).find((group) => group.ids.includes(id));
  const brigade = present(table.units, mine?.ids ?? []);
  return [...orders, ...halts, ...(mine?.name && brigade.length > 1 ? [{ text: T.menu.brigade(mine.name), act: () => table.select(brigade) }] : []), ...forms(table, [id])];
}

/** Whoever is in hand against him. */
function foeItems(table: Table, id: string): Item[] {
  const { desk, unit } = table, field = desk.option?.fields.target, found: Item[] = [];
  if (field && accepts(field, id)) found.push({ text: T.menu.target, act: () => (desk.set("target", id), table.aim(id)) });
  if (unit?.own) found.push({ text: T.menu.odds(unit.short || unit.name), act: () => table.aim(id) });
  return found;
}

function groundItems(table: Table, spot: Spot): Item[] {
  const { desk, unit } = table;
  if (!desk.takesGround) return [];
  return [{ text: unit && desk.option?.fields.movement ? T.menu.march(unit.short || unit.name) : T.menu.here, act: () => desk.point(spot) }];
}

function leaderItems(table: Table, id: string): Item[] {
  const leader = table.leaders.get(id), units = present(table.units, leader?.units ?? []);
  if (!leader?.own) return [];
  return [...(units.length ? [{ text: T.menu.units, act: () => table.select(units) }] : []), { text: T.menu.himself, act: () => table.select([id]) }, ...forms(table, [id])];
}

/** Forms in which they can be named. */
function forms(table: Table, ids: string[]): Item[] {
  const takes = (option: Option): boolean => hasFields(option) && Object.entries(option.fields).some(([name, domain]) => ["unit", "units", "leader"].includes(name) && (domain.type === "choice" || domain.type === "several") && ids.some((id) => domain.values.includes(id)));
  if (table.question) return [];
  return (table.sorted?.forms ?? []).filter(takes).map((option) => ({ text: T.menu.lay(option.text), act: () => (table.select(ids), table.desk.lay(option)) }));
}
