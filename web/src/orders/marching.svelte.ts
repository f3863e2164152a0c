/** Where own units are bound by the orders they have: remembered from when they were placed, else asked of the server; and
 *  where those are bound whose officers act for themselves. */

import { inRole, isUnsaid } from "../asking/forms";
import { hasFields, spoken } from "../asking/options";
import type { Table } from "../lib/store.svelte";
import { each } from "./telling.svelte";
import type { Option, Place, Preview, UnitPicture } from "../lib/types";

/** An order that lies with a unit, as the map shows it. */
export interface Bound {
  unit: string;
  places: Place[];
  target: string;
  /** Nobody was told it: those who lead the unit mean to do it when one has done. */
  meant?: boolean;
}

interface Known {
  at: string;
  /** In words; nothing until the table shows it. */
  order: string;
  places: Place[];
}

const MOST_ASKED = 24;

export class Marching {
  private readonly known = new Map<string, Known>();
  private changed = $state(0);
  private asking = 0;

  constructor(private readonly table: Table) {}

  /** An order was placed: what it will do is known. */
  placed(preview: Preview): void {
    for (const each of preview.units) {
      const unit = this.table.units.get(each.unit);
      if (unit) this.known.set(each.unit, { at: this.at(unit), order: "", places: goes(unit, each.places) });
    }
    this.changed++;
  }

  /** What would come of the answer that ends one's part: what units do then of themselves. */
  ending = $state.raw<Preview | null>(null);
  private weighing = 0;

  /** Ask for that, whenever something has been said or has happened. What was known of it before no longer holds. */
  async weigh(): Promise<void> {
    const { decision, usual, question, past } = this.table, turn = ++this.weighing;
    this.ending = null;
    void this.look(null);
    if (past || !decision || !usual || question || hasFields(usual)) return;
    const found = await this.table.desk.telling.judged(decision.id, usual, {});
    if (turn === this.weighing && found && !found.refusal) this.ending = found;
  }

  /** What would come of another plain answer, while one points at it. */
  glimpse = $state.raw<Preview | null>(null);

  async look(option: Option | null): Promise<void> {
    const { decision } = this.table, turn = ++this.looking;
    this.glimpse = null;
    if (!option || !decision) return;
    const found = await this.table.desk.telling.judged(decision.id, option, {});
    if (turn === this.looking && found && !found.refusal) this.glimpse = found;
  }
  private looking = 0;

  /** What those who lead a unit mean to do when one has done, in words; nothing where it has its orders. */
  meant(unit: UnitPicture): string {
    return unit.order ? "" : (this.ending?.units.find((each) => each.unit === unit.id)?.order ?? "");
  }

  /** All orders that lie with own units and lead somewhere, or name an enemy; and what others mean to do without one. */
  readonly bound = $derived.by<Bound[]>(() => {
    void this.changed;
    const meant = new Map((this.ending?.units ?? []).map((each) => [each.unit, each]));
    return (this.table.picture?.units ?? []).flatMap((unit) => {
      if (!unit.own || unit.where !== "table") return [];
      const known = this.known.get(unit.id), wants = unit.order ? undefined : meant.get(unit.id);
      if (wants?.order) return of(unit.id, goes(unit, wants.places ?? []), wants.target ?? "", true);
      return unit.order ? of(unit.id, known && this.fits(known, unit) ? known.places : [], unit.target ?? "") : [];
    });
  });

  /** After news: what no longer holds is forgotten, and what is not known is asked, a few at a time. */
  settle(): void {
    const turn = ++this.asking, wanted: UnitPicture[] = [];
    for (const unit of this.table.picture?.units ?? []) {
      const known = this.known.get(unit.id);
      if (known && !this.fits(known, unit)) this.known.delete(unit.id);
      else if (known && this.table.isCurrent) known.order = unit.order;
      if (unit.own && unit.order && !this.known.has(unit.id) && Object.values(unit.order_values).some((value) => !isUnsaid(value))) wanted.push(unit);
    }
    this.changed++;
    void each(wanted.slice(0, MOST_ASKED), (unit) => (turn === this.asking ? this.ask(unit) : Promise.resolve()), 1);
  }

  private async ask(unit: UnitPicture): Promise<void> {
    const { table } = this, options = table.sorted?.about.get(unit.id) ?? [];
    const option = options.find((one) => hasFields(one) && one.form.ways.length > 0), decision = table.decision;
    if (!option || !decision) return;
    const [giver = ""] = inRole(option, "giver"), payer = option.fields[giver];
    const leader = payer?.type === "choice" ? { [giver]: payer.values[0] } : {};
    const found = await table.desk.telling.judged(decision.id, option, spoken(option, { ...unit.order_values, ...leader }));
    const places = found?.units.find((one) => one.unit === unit.id)?.places;
    if (!places || table.units.get(unit.id) !== unit) return;
    this.known.set(unit.id, { at: this.at(unit), order: unit.order, places: goes(unit, places) });
    this.changed++;
  }

  private at = (unit: UnitPicture): string => `${this.table.picture?.turn} ${unit.x} ${unit.y} ${unit.heading}`;
  private fits = (known: Known, unit: UnitPicture): boolean => known.at === this.at(unit) && (!known.order || known.order === unit.order);
}

const of = (unit: string, places: Place[], target: string, meant = false): Bound[] => (places.length || target ? [{ unit, places, target, ...(meant ? { meant } : {}) }] : []);

/** Places, if any of them is another than where it stands. */
const goes = (unit: UnitPicture, places: Place[]): Place[] =>
  places.some((place) => place.x !== unit.x || place.y !== unit.y || place.heading !== unit.heading || place.formation !== unit.formation) ? places : [];
