/** What a right click on the map offers. Knows no rules: it names what the open decision takes. */

import { companies, present } from "./companies";
import { inRole } from "../asking/forms";
import { accepts, hasFields } from "../asking/options";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Option, Spot } from "../lib/types";

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
  const orders = told.map((option) => ({ text: T.menu.lay(option.form.name || option.text), act: () => (table.select([id]), table.desk.lay(option)) }));
  const offhand = told.filter((option) => option.form.blank && option.form.offhand).map((option) => ({ text: option.form.blank, act: () => (table.select([id]), table.desk.lay(option), void table.desk.place()) }));
  const mine = companies(table.picture, (table.picture?.units ?? []).map((unit) => unit.id)).find((group) => group.ids.includes(id));
  const brigade = present(table.units, mine?.ids ?? []);
  return [...orders, ...offhand, ...(mine?.name && brigade.length > 1 ? [{ text: T.menu.brigade(mine.name), act: () => table.select(brigade) }] : []), ...forms(table, [id])];
}

/** Whoever is in hand against him. */
function foeItems(table: Table, id: string): Item[] {
  const { desk, unit } = table, [target = ""] = desk.option ? inRole(desk.option, "target") : [], field = desk.option?.fields[target], found: Item[] = [];
  if (field && accepts(field, id)) found.push({ text: T.menu.target, act: () => (desk.set(target, id), table.aim(id)) });
  if (unit?.own) found.push({ text: T.menu.odds(unit.short || unit.name), act: () => table.aim(id) });
  return found;
}

function groundItems(table: Table, spot: Spot): Item[] {
  const { desk, unit } = table;
  if (!desk.takesGround) return [];
  return [{ text: unit && desk.option?.form.ways.length ? T.menu.march(unit.short || unit.name) : T.menu.here, act: () => desk.point(spot) }];
}

function leaderItems(table: Table, id: string): Item[] {
  const leader = table.leaders.get(id), units = present(table.units, leader?.units ?? []);
  if (!leader?.own) return [];
  return [...(units.length ? [{ text: T.menu.units, act: () => table.select(units) }] : []), { text: T.menu.himself, act: () => table.select([id]) }, ...forms(table, [id])];
}

/** Forms in which they can be named. */
function forms(table: Table, ids: string[]): Item[] {
  const takes = (option: Option): boolean => hasFields(option) && inRole(option, "told", "giver").map((name) => option.fields[name]).some((domain) => domain && (domain.type === "choice" || domain.type === "several") && ids.some((id) => domain.values.includes(id)));
  if (table.question) return [];
  return (table.sorted?.forms ?? []).filter(takes).map((option) => ({ text: T.menu.lay(option.text), act: () => (table.select(ids), table.desk.lay(option)) }));
}
