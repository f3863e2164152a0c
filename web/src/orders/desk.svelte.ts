/** The order that is being laid out: its fields, what is picked on the map, what would come of it. */

import { directionTo, isDirections, spaceIn } from "./directions";
import { candidates } from "./gestures";
import { Marching } from "./marching.svelte";
import { fieldOf, inRole, named } from "../asking/forms";
import { accepts, begun, companions, current, fellow, hasFields, isPlace, isSpaces, missing, needOf, spaceAt, spaceOf, spoken, touched, wordsOf, type Values } from "../asking/options";
import { aloud } from "./aloud";
import { leaves, says, summed, together, type Round } from "./previews";
import type { Table } from "../lib/store.svelte";
import { each, Telling } from "./telling.svelte";
import { T } from "../lib/text";
import type { OddsOf, Option, Preview, Space, Spot } from "../lib/types";

export interface Draft {
  decision: string;
  key: string;
  values: Values;
}

export interface Barred {
  error: string;
  rule: string;
}

/** Milliseconds for which the hand rests before the server is asked. */
const SETTLE = 140;
const MOST_JUDGED = 80;

export class Desk {
  draft = $state<Draft | null>(null);
  /** The field that is being filled in on the map. */
  picking = $state("");
  preview = $state.raw<Preview | null>(null);
  /** Of several units in hand: who can be told it, and who not. */
  round = $state.raw<Round | null>(null);
  /** `field=value` that cannot go with what is laid out, and why. */
  barred = $state.raw<Map<string, Barred>>(new Map());
  /** Where a unit is on its way to, step by step, and by which option. */
  private goal: Spot | null = null;
  private goalOf = "";

  /** By which option a unit is on its way, step by step. */
  get underWay(): string {
    return this.goal ? this.goalOf : "";
  }

  private timer = 0;
  private asking = 0;
  /** The draft that the preview is about; nothing while none was ever reckoned. */
  private weighed = $state.raw<Draft | null>(null);

  readonly option = $derived.by<Option | null>(() => this.table.decisions.find((each) => each.id === this.draft?.decision)?.options.find((each) => each.key === this.draft?.key) ?? null);
  /** The same for the other units that are selected: they are told it together. */
  readonly fellows = $derived.by<Option[]>(() => {
    const { option, table } = this;
    if (!option?.about || table.selected[0] !== option.about) return [];
    return table.selected.slice(1).flatMap((id) => fellow(option, table.sorted?.about.get(id) ?? []) ?? []);
  });
  readonly unsaid = $derived(this.option && this.draft ? missing(this.option, this.draft.values) : []);
  /** Whether anything has been laid out that was not there of itself. */
  readonly isTouched = $derived(Boolean(this.option && this.draft && touched(this.option, this.draft.values)));

  /** Whether something was said that neither the form nor whoever is in hand brings along: it would be lost if one's part ended. */
  get isUnplaced(): boolean {
    const { option, draft, table } = this;
    return Boolean(option && draft && option !== table.usual && touched(option, draft.values, this.begin(option)));
  }

  /** Nothing is laid out and an order lies there already: it stays as it is. */
  readonly keeps = $derived.by(() => Boolean(this.option?.form.blank && !this.isTouched && this.table.selected.every((id) => this.table.isTold(id))));
  /** Those who are told it, by the fields that say so. */
  readonly named = $derived.by<string[]>(() => {
    const { option, draft } = this;
    return option && draft ? inRole(option, "told").flatMap((name) => { const value = current(option, draft.values, name); return Array.isArray(value) ? (value as string[]) : typeof value === "string" && value ? [value] : []; }) : [];
  });
  readonly telling: Telling;
  readonly marching: Marching;

  constructor(private readonly table: Table) {
    this.telling = new Telling(table);
    this.marching = new Marching(table);
  }

  /** Whether what would come of it is being reckoned, and what is shown is still of an order before it was changed. */
  get reckoning(): boolean {
    return Boolean(this.draft && this.isTouched && !this.unsaid.length && this.weighed !== this.draft);
  }

  /** What the order waits for, or that nothing can be told of it; nothing where what would come of it is shown. */
  get waitsFor(): string {
    if (!this.isTouched) return "";
    if (this.unsaid.length) return this.still.replace(/[^?]$/, "$&.");
    if (this.reckoning) return T.orders.reckoning;
    if (!this.preview) return this.round ? "" : T.orders.unknown;
    return this.preview.refusal || says(this.preview, summed(this.preview.units)) ? "" : T.orders.untold;
  }

  /** What is heard of what is laid out, once it is known: why it cannot be, or what would come of it. */
  get heard(): string {
    if (!this.isTouched || this.reckoning) return "";
    return this.waitsFor || (this.preview ? aloud(this.preview, summed(this.preview.units)) : "");
  }

  /** Whether what is laid out can be sent: what is placed is what was shown. */
  get ready(): boolean {
    return Boolean(this.option && this.draft && !this.unsaid.length && !this.reckoning && !this.preview?.refusal && !this.telling.progress && !this.table.post.sending && !this.table.working);
  }

  /** What a field that must be said is asked for with: whom to support? */
  asks(name: string): string {
    const { option, draft } = this;
    return option ? needOf(option, draft?.values ?? {}, name)?.asks || named(option, name) : "";
  }

  lay(option: Option, wished: Values = {}): void {
    const { table } = this;
    if (!table.decision) return;
    if (this.goal && this.goalOf !== option.key) this.goal = null;
    this.draft = { decision: table.decision.id, key: option.key, values: this.begin(option, wished) };
    this.preview = null;
    this.round = null;
    this.barred = new Map();
    this.picking = table.sorted?.forms.includes(option) && !table.selected.some((id) => table.units.has(id)) ? this.nextPick() : "";
    this.consider();
  }

  private begin = (option: Option, wished: Values = {}): Values => begun(option, { ...this.nearest(option), ...wished, ...this.wishes(option) });

  /** What the selection suggests for the fields of an option. */
  wishes(option: Option): Values {
    const found: Values = {};
    for (const [name, domain] of Object.entries(option.fields)) {
      const fitting = domain.type === "several" || (domain.type === "choice" && inRole(option, "told", "giver").includes(name)) ? this.table.selected.filter((id) => domain.values.includes(id)) : [];
      if (fitting.length) found[name] = domain.type === "several" ? fitting : fitting[0];
    }
    return found;
  }

  /** Unless somebody else is named, a unit's own commander gives the word. */
  private nearest(option: Option): Values {
    const [giver = ""] = inRole(option, "giver"), domain = option.fields[giver];
    const own = domain?.type === "choice" ? this.table.unit?.leaders.find((id) => domain.values.includes(id)) : undefined;
    return own ? { [giver]: own } : {};
  }

  set(name: string, value: unknown): void {
    if (!this.draft) return;
    const values = { ...this.draft.values };
    if (value === undefined) delete values[name];
    else values[name] = value;
    if (this.option) Object.assign(values, companions(this.option, values, name, value));
    this.draft = { ...this.draft, values };
    if (this.picking === name ? this.option?.fields[name]?.type === "spot" : !this.picking || !this.isNeeded(this.picking)) this.picking = this.nextPick(name);
    this.consider();
  }

  drop(): void {
    this.draft = null;
    this.preview = null;
    this.round = null;
    this.picking = "";
    this.barred = new Map();
    clearTimeout(this.timer);
    this.asking++;
  }

  /** After news: what was laid out stays if it can still be answered. */
  settle(): void {
    if (this.draft && !this.option) this.drop();
    else if (this.draft) this.consider();
    this.marching.settle();
  }

  // ---- the map as a pen --------------------------------------------------------------------------------

  /** A place or unit that must be said is asked for on the map at once. While one says what is to be done, a click on the
   *  ground tells the place anyhow; somebody has to be asked for, because a click on him means him otherwise. */
  private nextPick(after = ""): string {
    const { option } = this;
    if (!option) return "";
    const fits = (name: string): boolean => this.isPeople(name) || (isPlace(option.fields[name]) && (!after || isPlace(option.fields[after])));
    return this.unsaid.find((name) => fits(name) && !(option.fields[name]?.type === "several" && fieldOf(option, name).role === "told")) ?? "";
  }

  /** Whether a field that must be said still is not. */
  private isNeeded = (name: string): boolean => this.unsaid.includes(name);

  private isPeople(name: string): boolean {
    const domain = this.option?.fields[name];
    return (domain?.type === "choice" || domain?.type === "several") && domain.values.some((value) => this.table.ids.has(value));
  }

  /** Who may be named in a field: not those who are named in the one that it keeps apart from. */
  people(name: string): string[] {
    const { option } = this, domain = option?.fields[name];
    if (!option || (domain?.type !== "choice" && domain?.type !== "several")) return [];
    const taken = this.draft?.values[fieldOf(option, name).apart_from];
    return domain.values.filter((value) => value !== "" && !(Array.isArray(taken) && taken.includes(value)));
  }

  /** A click on somebody fills in the field that is being picked; whether it did. */
  pick(ids: string[]): boolean {
    const domain = this.option?.fields[this.picking], fitting = ids.filter((id) => this.people(this.picking).includes(id));
    if (!domain || !this.draft || !fitting[0]) return false;
    if (domain.type === "choice") {
      if (ids.length > 1) return false;
      const name = this.picking;
      this.set(name, fitting[0]);
      this.picking = this.nextPick(name);
      return true;
    }
    const had = (this.draft.values[this.picking] as string[] | undefined) ?? [];
    const more = fitting.filter((id) => !had.includes(id));
    this.set(this.picking, more.length ? [...had, ...more] : had.filter((id) => !fitting.includes(id)));
    return true;
  }

  /** A click on the ground: a place for a field, a way for the unit, or letting go. */
  point(spot: Spot): void {
    const at: Spot = [Math.round(spot[0]), Math.round(spot[1])], fields = Object.entries(this.option?.fields ?? {});
    const domain = this.option?.fields[this.picking];
    const space = fields.find(([, each]) => isSpaces(each))?.[0], grid = this.table.picture?.grid;
    if (space && grid) return this.enter(space, spaceAt(at, grid));
    if (this.steps && grid) return this.stepTo(at);
    if (domain?.type === "spot") return this.set(this.picking, at);
    if (domain?.type === "spots") {
      const had = (current(this.option as Option, this.draft?.values ?? {}, this.picking) as Spot[] | undefined) ?? [];
      if (had.length < domain.most) this.set(this.picking, [...had, at]);
      return;
    }
    const place = fields.find(([, each]) => each.type === "spot")?.[0];
    if (place && !this.option?.form.ways.length) return this.set(place, at);
    void this.march(at);
  }

  /** The field of a step from space to space, if that is what is laid out. */
  private readonly steps = $derived.by(() => Object.entries(this.option?.fields ?? {}).find(([, each]) => isDirections(each))?.[0] ?? "");

  /** A step towards a spot; where it lies farther off, the next steps are laid out as the first are taken. */
  private stepTo(at: Spot): void {
    const { unit, picture } = this.table, domain = this.option?.fields[this.steps];
    if (!unit || !picture?.grid || !isDirections(domain)) return;
    const direction = directionTo(unit, at, picture.grid, domain.values);
    this.goal = direction ? at : null;
    this.goalOf = this.option?.key ?? "";
    if (direction) this.set(this.steps, direction);
    else this.table.say(T.orders.noSpace, this.option?.rule, "refused");
  }

  /** Spaces that what is laid out may lead to, and the one that it does. */
  readonly spaces = $derived.by<{ open: Space[]; chosen: Space | null }>(() => {
    const { option, draft } = this, { unit } = this.table;
    for (const [name, domain] of Object.entries(option?.fields ?? {})) {
      const value = String(draft?.values[name] ?? "");
      if (isDirections(domain) && unit) return { open: domain.values.flatMap((each) => [spaceIn(unit, each) ?? []]).filter((each): each is Space => each.length === 2), chosen: value ? spaceIn(unit, value) : null };
      if (isSpaces(domain)) return { open: domain.values.map(spaceOf), chosen: value ? spaceOf(value) : null };
    }
    return { open: [], chosen: null };
  });

  private enter(name: string, space: string): void {
    const domain = this.option?.fields[name];
    if (domain && accepts(domain, space)) this.set(name, space);
    else this.table.say(T.orders.noSpace, this.option?.rule, "refused");
  }

  /** Whether a click on bare ground says something to what is laid out. */
  get takesGround(): boolean {
    const fields = this.option?.fields ?? {};
    return Boolean(((this.option?.form.ways.length || this.steps) && this.table.unit) || Object.values(fields).some(isPlace));
  }

  /** Whether a click at a spot means the place even though an enemy stands there: a mission's objective, a space. */
  takesPlace(spot: Spot): boolean {
    const fields = Object.entries(this.option?.fields ?? {}), grid = this.table.picture?.grid;
    const space = grid ? spaceAt(spot, grid) : "";
    if (this.spaces.open.some((each) => each.join(",") === space)) return true;
    return this.isTouched && !this.option?.form.ways.length && fields.some(([name, each]) => each.type === "spot" && !(name in (this.draft?.values ?? {})));
  }

  /** The unit in hand is shown a place: the first way of getting there that is allowed is laid out. */
  private async march(at: Spot): Promise<void> {
    const { option, draft } = this, { unit } = this.table;
    if (!option || !draft || !unit || option.about !== unit.id) return;
    const ways = candidates(unit, at, option);
    if (!ways.length) return;
    const tried = await Promise.all(ways.map((way) => this.judged(option, { ...draft.values, ...way })));
    if (this.draft !== draft && this.draft?.key !== draft.key) return;
    const best = tried.findIndex((preview) => preview && !preview.refusal);
    const values = { ...draft.values };
    for (const name of option.form.ways.flatMap((way) => [...Object.keys(way.values), way.turn, way.far])) delete values[name];
    this.draft = { ...draft, values: { ...values, ...ways[Math.max(best, 0)] } };
    this.consider();
  }

  // ---- foresight -----------------------------------------------------------------------------------------

  private judged(option: Option, values: Values): Promise<Preview | null> {
    return this.telling.judged(this.draft?.decision ?? "", option, values);
  }

  /** Whether what is laid out would move a unit. */
  moves = (unit: string): boolean => this.isTouched && leaves(this.preview?.units.find((each) => each.unit === unit), this.table.units.get(unit));

  /** The chances of the unit in hand against another if what is laid out were aimed at him: so that no panel says otherwise than
   *  another. Nothing where it is not aimed, or could not be. */
  async against(unit: string, target: string): Promise<OddsOf[] | null> {
    const { option, draft } = this, [name = ""] = option ? inRole(option, "target") : [], domain = option?.fields[name];
    if (!option || !draft || option.about !== unit || !this.isTouched || !domain || !accepts(domain, target)) return null;
    const said = { ...draft.values, [name]: target };
    if (missing(option, said).length) return null;
    const preview = await this.judged(option, said), odds = preview?.units.find((each) => each.unit === unit)?.odds ?? [];
    return preview && !preview.refusal && odds.some((each) => each.paces !== null) ? odds : null;
  }

  /** Ask what would come of it, once the hand rests. */
  private consider(): void {
    clearTimeout(this.timer);
    const turn = ++this.asking;
    this.timer = window.setTimeout(() => void this.foresee(turn), SETTLE);
  }

  private async foresee(turn: number): Promise<void> {
    const { option, draft } = this;
    if (!option || !draft || !hasFields(option)) return;
    this.table.aimAtDraft();
    if (this.table.working || this.telling.progress) return;
    if (this.unsaid.length) {
      this.preview = null;
      this.round = null;
      return;
    }
    if (!(await this.weigh(turn, option, draft))) return;
    this.table.reckonAgain();
    if (this.preview && !this.preview.refusal) await this.bar(turn, option, draft.values);
  }

  /** What would come of what lies there, for all who are told it; whether nothing was changed meanwhile. */
  private async weigh(turn: number, option: Option, draft: Draft): Promise<boolean> {
    const several = this.fellows.length ? await this.telling.reckon(draft.decision, [option, ...this.fellows], draft.values) : null;
    const found = several ? together(several) : await this.judged(option, draft.values);
    if (turn !== this.asking) return false;
    this.round = several;
    this.preview = found;
    this.weighed = draft;
    return true;
  }

  /** Which choices cannot go with those that lie there. Asked in the background, a few at a time. */
  private async bar(turn: number, option: Option, values: Values): Promise<void> {
    const open = Object.entries(option.fields).flatMap(([name, domain]) =>
      !isPlace(domain) && !wordsOf(domain).some((value) => this.table.ids.has(value))
        ? wordsOf(domain).filter((value) => value && value !== current(option, values, name)).map((value) => [name, value] as const)
        : [],
    );
    const found = new Map<string, Barred>();
    await each(open.slice(0, MOST_JUDGED), async ([name, value]) => {
      if (turn !== this.asking) return;
      const said = { ...values, [name]: value, ...companions(option, values, name, value) };
      // what would ask for one more word is not refused
      if (missing(option, said).length) return;
      const preview = await this.judged(option, said);
      if (preview?.refusal) found.set(`${name}=${value}`, preview.refusal);
    });
    if (turn === this.asking) this.barred = found;
  }

  // ---- placing -------------------------------------------------------------------------------------------

  /** The next step towards where a unit is on its way to, once the one before is taken and the table shows it. */
  goOn(): void {
    const { goal, table } = this, option = table.decision?.options.find((each) => each.key === this.goalOf);
    if (!goal || !option || this.isTouched || !table.isCurrent || option.about !== table.unit?.id) return;
    if (this.option !== option) this.lay(option);
    const { unit, picture } = table, domain = option.fields[this.steps];
    const direction = unit && picture?.grid && isDirections(domain) ? directionTo(unit, goal, picture.grid, domain.values) : "";
    if (direction) this.set(this.steps, direction);
    else this.goal = null;
  }

  /** What still has to be said before it can be placed. */
  get still(): string {
    const asked = this.unsaid.map((name) => this.asks(name)), [only = ""] = asked;
    return asked.length === 1 && only.endsWith("?") ? only : `${T.orders.still}${T.colon}${asked.join(", ")}`;
  }

  /** Make sure what is laid out: for the unit in hand, and for those who are told the same. Whether it was taken. */
  async place(): Promise<boolean> {
    const { option, draft, preview } = this, { table } = this;
    if (!option || !draft || !table.data || this.telling.progress || table.working) return false;
    if (this.unsaid.length) return table.say(this.still, "", "refused"), false;
    const { decision, values } = draft;
    if (this.fellows.length) {
      const all = this.round ?? (await this.telling.reckon(decision, [option, ...this.fellows], values));
      return this.telling.tell(all, values);
    }
    const taken = await table.post.send({ decision, option: option.key, values: spoken(option, values), state: table.state });
    if (taken && preview) this.marching.placed(preview);
    return taken;
  }

  /** By the keyboard: what lies there now is made sure, or it is said why not. What was reckoned of an order before it was
   *  changed does not count. */
  async confirm(): Promise<void> {
    const { option, draft, table } = this;
    if (!table.decision || table.working || table.post.sending || this.telling.progress) return;
    if (!option || !draft) return table.say(table.question ? T.asked.byNumber(table.decision.options.length) : T.orders.choose);
    if (this.unsaid.length) return void this.place();
    if (!this.isTouched) return this.keeps ? this.press() : table.say(T.orders.nothing);
    clearTimeout(this.timer);
    if (!(await this.weigh(++this.asking, option, draft))) return;
    const refusal = this.preview?.refusal;
    if (refusal) table.say(refusal.error, refusal.rule, "refused");
    else void this.place();
  }

  /** The button: what is laid out is made sure; where nothing is and an order lies there, it stays, and the next is in hand. */
  press(): void {
    if (!this.keeps) return void this.place();
    this.table.step(1);
  }
}
