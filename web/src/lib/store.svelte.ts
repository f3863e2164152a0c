/** A seat at a table: what the server last said, what is selected, and the order that is being laid out. */

import { api, Live, Refused, Unreached, type Line } from "./client";
import { candidates } from "./gestures";
import { keep, kept } from "./games";
import { accepts, begun, companions, current, hasFields, isQuestion, isSpaces, known, missing, sorted, spaceAt, spoken, subject, touched, usual, type Values } from "./options";
import { T, words } from "./text";
import type { Answer, Decision, LiveUpdate, OddsOf, Option, Picture, Preview, SeatState, Spot, TableEvent, UnitPicture } from "./types";

export interface Draft {
  decision: string;
  key: string;
  values: Values;
}

export interface Notice {
  text: string;
  rule: string;
  kind: "refused" | "told";
}

const SETTLE = 140;
const JUDGES = 3;
const MOST_JUDGED = 40;

export class Table {
  data = $state.raw<SeatState | null>(null);
  events = $state.raw<TableEvent[]>([]);
  line = $state<Line>("connecting");
  /** What the server said instead of showing the table. */
  trouble = $state("");
  selected = $state<string[]>([]);
  hovered = $state("");
  /** The enemy that one looks at with a view to doing something to him. */
  aimed = $state("");
  draft = $state<Draft | null>(null);
  /** The field that is being filled in on the map. */
  picking = $state("");
  preview = $state.raw<Preview | null>(null);
  /** `field=value` that cannot go with what is laid out, and why. */
  barred = $state.raw<Map<string, { error: string; rule: string }>>(new Map());
  odds = $state.raw<{ unit: string; target: string; found: OddsOf[] } | null>(null);
  notice = $state<Notice | null>(null);
  rule = $state("");
  sending = $state(false);
  /** An answer whose fate is not known: it is sent again as soon as the line is back. */
  unsent = $state.raw<Answer | null>(null);
  /** Which of several open questions is before us. */
  asked = $state(0);
  /** What came after this is news: the answers of others and of the dice to one's last word. */
  news = $state(Infinity);

  private live: Live | null = null;
  private timer = 0;
  private asking = 0;
  private noticeTimer = 0;

  readonly picture = $derived<Picture | null>(this.data?.picture ?? null);
  readonly ids = $derived(this.picture ? known(this.picture) : new Set<string>());
  readonly units = $derived(new Map((this.picture?.units ?? []).map((unit) => [unit.id, unit])));
  readonly leaders = $derived(new Map((this.picture?.leaders ?? []).map((leader) => [leader.id, leader])));
  readonly decisions = $derived<Decision[]>(this.data?.decisions ?? []);
  readonly decision = $derived<Decision | null>(this.decisions[Math.min(this.asked, this.decisions.length - 1)] ?? null);
  readonly sorted = $derived(this.decision ? sorted(this.decision, this.ids) : null);
  readonly question = $derived(this.decision !== null && isQuestion(this.decision));
  readonly usual = $derived<Option | undefined>(this.decision ? usual(this.decision) : undefined);
  readonly unit = $derived<UnitPicture | null>(this.units.get(this.selected[0] ?? "") ?? null);
  readonly option = $derived<Option | null>(this.decisions.find((each) => each.id === this.draft?.decision)?.options.find((each) => each.key === this.draft?.key) ?? null);

  constructor(readonly token: string) {}

  // ---- the line ------------------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      await this.refresh();
      this.live = new Live(this.token, () => this.data?.state ?? 0, (update) => this.heard(update), (line) => this.lineIs(line));
    } catch (error) {
      if (error instanceof Refused && error.status === 404) this.line = "gone";
      else {
        this.trouble = error instanceof Refused ? error.message : "";
        this.line = "lost";
        this.timer = window.setTimeout(() => void this.open(), 1500);
      }
    }
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.noticeTimer);
    this.live?.close();
  }

  private async refresh(): Promise<void> {
    const data = await api.seat(this.token);
    this.events = data.events;
    this.data = data;
    this.settle();
  }

  private heard(update: LiveUpdate): void {
    const data = this.data;
    if (!data) return;
    const last = update.reset ? -1 : (this.events.at(-1)?.n ?? -1);
    const fresh = update.events.filter((event) => event.n > last);
    if (update.reset) this.events = update.events;
    else if (fresh.length) this.events = [...this.events, ...fresh];
    this.data = { ...data, ...update, events: data.events };
    this.settle();
  }

  private async again(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      // The line says when it is gone.
    }
  }

  private lineIs(line: Line): void {
    this.line = line;
    if (line === "live" && this.unsent) void this.send(this.unsent, true);
  }

  /** After news: what was laid out stays if it can still be answered, and the browser notes where the game stands. */
  private settle(): void {
    if (this.draft && !this.option) this.drop();
    else if (this.draft) this.consider();
    if (this.asked >= this.decisions.length) this.asked = 0;
    this.selected = this.selected.filter((id) => this.units.has(id) || this.leaders.has(id));
    const data = this.data;
    const game = data && kept().find((each) => each.game === data.game);
    if (data && game) keep({ ...game, turn: data.turn, turns: data.turns, over: Boolean(data.over), waiting: data.decisions.length > 0, seen: Date.now() });
    if (this.question && this.decision?.about.unit && !this.draft) this.selected = [this.decision.about.unit];
    this.resume();
  }

  /** The unit in hand may be told something more: it is laid out at once. */
  private resume(): void {
    if (this.draft || this.question || this.selected.length !== 1) return;
    const next = this.sorted?.about.get(this.selected[0] ?? "")?.[0];
    if (next) this.lay(next);
  }

  // ---- words ---------------------------------------------------------------------------------------

  nameOf(id: string): string {
    return this.units.get(id)?.name ?? this.leaders.get(id)?.name ?? this.data?.names[id] ?? words(id);
  }

  shortOf(id: string): string {
    return this.units.get(id)?.short || this.leaders.get(id)?.short || this.nameOf(id);
  }

  titleOf(seat: string): string {
    return this.data?.seats.find((each) => each.seat === seat)?.title ?? words(seat);
  }

  say(text: string, rule = "", kind: Notice["kind"] = "told"): void {
    this.notice = { text, rule, kind };
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => (this.notice = null), 7000);
  }

  // ---- selecting and aiming --------------------------------------------------------------------------

  /** What a click on units means: fill in a field, aim, or select. */
  click(ids: string[]): void {
    const id = ids[0];
    if (id && this.picking && this.pick(id)) return;
    if (id && ids.length === 1 && this.take(id)) return;
    this.select(ids);
  }

  select(ids: string[]): void {
    const open = this.option;
    this.selected = ids;
    this.aimed = "";
    this.odds = null;
    if (this.question) return this.drop();
    const form = this.formFor(open);
    if (form && ids.length) return this.lay(form, form === open ? this.draft?.values : {});
    this.drop();
  }

  /** What is laid out for the selection: what just this unit may be told, the form that is open, or the only one there is. */
  private formFor(open: Option | null): Option | undefined {
    const [first] = this.selected;
    if (!first || !this.sorted) return undefined;
    const takes = (option: Option): boolean => Object.keys(this.wishes(option)).length > 0;
    if (open && this.sorted.forms.includes(open) && takes(open)) return open;
    const own = this.selected.length === 1 ? this.sorted.about.get(first)?.[0] : undefined;
    return own ?? (this.sorted.about.size === 0 && this.sorted.forms.length === 1 ? this.sorted.forms.find(takes) : undefined);
  }

  /** An enemy who may be a target of what is laid out, or an answer to the question before us. */
  private take(id: string): boolean {
    const field = this.option?.fields.target;
    if (this.draft && field && accepts(field, id)) {
      this.set("target", this.draft.values.target === id ? undefined : id);
      this.aim(id);
      return true;
    }
    if (this.question && this.answersBy(id)) {
      this.aim(id);
      return true;
    }
    return false;
  }

  /** The plain answer that a unit stands for: whom to fire at, whom to pursue. */
  answersBy(id: string): Option | undefined {
    return this.decision?.options.find((option) => subject(option, this.ids) === id);
  }

  aim(id: string): void {
    this.aimed = id;
    void this.reckon(id);
  }

  /** The odds of the unit in hand against another. */
  async reckon(target: string): Promise<void> {
    const unit = this.decision?.about.unit ?? this.unit?.id ?? "";
    if (!unit || unit === target || !this.units.get(unit)?.own || this.units.get(target)?.own !== false) {
      this.odds = null;
      return;
    }
    if (this.odds?.unit === unit && this.odds.target === target) return;
    try {
      const found = await api.odds(this.token, unit, target);
      this.odds = { unit, target, found };
    } catch {
      this.odds = null;
    }
  }

  // ---- laying out an order -----------------------------------------------------------------------------

  lay(option: Option, wished: Values = {}): void {
    if (!this.decision) return;
    const values = begun(option, { ...wished, ...this.wishes(option) });
    this.draft = { decision: this.decision.id, key: option.key, values };
    this.preview = null;
    this.barred = new Map();
    this.picking = this.sorted?.forms.includes(option) && !this.selected.some((id) => this.units.has(id)) ? this.nextPick() : "";
    this.consider();
  }

  /** What the selection suggests for the fields of an option. */
  private wishes(option: Option): Values {
    const found: Values = {};
    for (const [name, domain] of Object.entries(option.fields)) {
      const fitting = domain.type === "several" || (domain.type === "choice" && (name === "unit" || name === "leader")) ? this.selected.filter((id) => domain.values.includes(id)) : [];
      if (fitting.length) found[name] = domain.type === "several" ? fitting : fitting[0];
    }
    return found;
  }

  set(name: string, value: unknown): void {
    if (!this.draft) return;
    const values = { ...this.draft.values };
    if (value === undefined) delete values[name];
    else values[name] = value;
    if (this.option) Object.assign(values, companions(this.option, values, name, value));
    this.draft = { ...this.draft, values };
    if (this.picking === name && this.option?.fields[name]?.type === "spot") this.picking = this.nextPick();
    this.consider();
  }

  drop(): void {
    this.draft = null;
    this.preview = null;
    this.picking = "";
    this.barred = new Map();
    clearTimeout(this.timer);
    this.asking++;
  }

  /** A place or unit that must be said is asked for on the map at once. */
  private nextPick(): string {
    const option = this.option;
    if (!option || !this.draft) return "";
    return missing(option, this.draft.values).find((name) => option.fields[name]?.type === "spot" || isSpaces(option.fields[name])) ?? "";
  }

  private pick(id: string): boolean {
    const domain = this.option?.fields[this.picking];
    if (!domain || !this.draft) return false;
    if (domain.type === "choice" && domain.values.includes(id)) {
      this.set(this.picking, id);
      this.picking = this.nextPick();
      return true;
    }
    if (domain.type === "several" && domain.values.includes(id)) {
      const had = (this.draft.values[this.picking] as string[] | undefined) ?? [];
      this.set(this.picking, had.includes(id) ? had.filter((each) => each !== id) : [...had, id]);
      return true;
    }
    return false;
  }

  /** A click on the ground: a place for a field, a way for the unit, or letting go. */
  point(spot: Spot): void {
    const at: Spot = [Math.round(spot[0]), Math.round(spot[1])];
    const domain = this.option?.fields[this.picking];
    const space = Object.entries(this.option?.fields ?? {}).find(([, each]) => isSpaces(each))?.[0];
    if (space && this.picture?.grid) return this.enter(space, spaceAt(at, this.picture.grid));
    if (domain?.type === "spot") return this.set(this.picking, at);
    if (domain?.type === "spots") {
      const had = (current(this.option as Option, this.draft?.values ?? {}, this.picking) as Spot[] | undefined) ?? [];
      if (had.length < domain.most) this.set(this.picking, [...had, at]);
      return;
    }
    const place = Object.entries(this.option?.fields ?? {}).find(([, each]) => each.type === "spot")?.[0];
    if (place && !this.option?.fields.movement) return this.set(place, at);
    void this.march(at);
  }

  private enter(name: string, space: string): void {
    const domain = this.option?.fields[name];
    if (domain && accepts(domain, space)) this.set(name, space);
    else this.say(T.orders.noSpace, this.option?.rule, "refused");
  }

  /** Whether a click on bare ground says something to what is laid out. */
  get takesGround(): boolean {
    const fields = this.option?.fields ?? {};
    return Boolean((fields.movement && this.unit) || Object.values(fields).some((field) => field.type === "spot" || isSpaces(field)));
  }

  /** The unit in hand is shown a place: the first way of getting there that is allowed is laid out. */
  private async march(at: Spot): Promise<void> {
    const { option, draft, unit } = this;
    if (!option || !draft || !unit || subject(option, this.ids) !== unit.id) return;
    const ways = candidates(unit, at, option);
    if (!ways.length) return;
    const tried = await Promise.all(ways.map((way) => this.judged(option, { ...draft.values, ...way })));
    if (this.draft !== draft && this.draft?.key !== draft.key) return;
    const best = tried.findIndex((preview) => preview && !preview.refusal);
    const values = { ...draft.values };
    for (const name of ["movement", "degrees", "paces"]) delete values[name];
    this.draft = { ...draft, values: { ...values, ...ways[Math.max(best, 0)] } };
    this.consider();
  }

  private judged(option: Option, values: Values): Promise<Preview | null> {
    const asked = { decision: this.draft?.decision ?? "", option: option.key, values: spoken(option, values) };
    return api.preview(this.token, asked).catch(() => null);
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
    if (missing(option, draft.values).length && !touched(option, draft.values)) {
      this.preview = null;
      return;
    }
    const preview = await this.judged(option, draft.values);
    if (turn !== this.asking) return;
    this.preview = preview;
    if (preview && !preview.refusal) await this.bar(turn, option, draft.values);
  }

  /** Which chits cannot go with those that lie there. Asked in the background, a few at a time. */
  private async bar(turn: number, option: Option, values: Values): Promise<void> {
    const open = Object.entries(option.fields).flatMap(([name, domain]) =>
      domain.type === "choice" && !domain.values.some((value) => this.ids.has(value))
        ? domain.values.filter((value) => value && value !== current(option, values, name)).map((value) => [name, value] as const)
        : [],
    );
    const found = new Map<string, { error: string; rule: string }>();
    const rest = open.slice(0, MOST_JUDGED);
    const judge = async (): Promise<void> => {
      for (let next = rest.shift(); next && turn === this.asking; next = rest.shift()) {
        const [name, value] = next;
        const preview = await this.judged(option, { ...values, [name]: value, ...companions(option, values, name, value) });
        if (preview?.refusal) found.set(`${next[0]}=${next[1]}`, preview.refusal);
      }
    };
    await Promise.all(Array.from({ length: JUDGES }, judge));
    if (turn === this.asking) this.barred = found;
  }

  // ---- answering -----------------------------------------------------------------------------------------

  /** Whether what is laid out can be sent. */
  get ready(): boolean {
    return Boolean(this.option && this.draft && missing(this.option, this.draft.values).length === 0 && !this.preview?.refusal && !this.sending);
  }

  /** Whether anything has been laid out that was not there of itself. */
  get isTouched(): boolean {
    return Boolean(this.option && this.draft && touched(this.option, this.draft.values));
  }

  async place(): Promise<void> {
    const { option, draft } = this;
    if (!option || !draft || !this.data) return;
    const unsaid = missing(option, draft.values);
    if (unsaid.length) return this.say(`${T.orders.still}: ${unsaid.map(words).join(", ")}`, "", "refused");
    await this.send({ decision: draft.decision, option: option.key, values: spoken(option, draft.values), state: this.data.state });
  }

  async answer(option: Option, values: Values = {}): Promise<void> {
    if (!this.decision || !this.data) return;
    await this.send({ decision: this.decision.id, option: option.key, values, state: this.data.state });
  }

  /** The usual answer: done, or what most would say. */
  async done(): Promise<void> {
    const { decision, usual: option } = this;
    if (!decision || !option) return;
    await this.answer(option, decision.default.values);
  }

  private async send(answer: Answer, again = false): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const last = this.events.at(-1)?.n ?? -1;
    try {
      await api.answer(this.token, answer);
      this.unsent = null;
      this.news = last;
      this.taken(answer);
    } catch (error) {
      if (error instanceof Unreached) this.unsent = answer;
      else if (error instanceof Refused) await this.refused(error, answer, again);
    } finally {
      this.sending = false;
    }
  }

  private taken(answer: Answer): void {
    if (this.draft?.key === answer.option) {
      this.drop();
      this.resume();
    }
    this.aimed = "";
    this.odds = null;
    this.notice = null;
  }

  /** An answer that came too late is given once more if it was surely not heard and the question still stands. */
  private async refused(error: Refused, answer: Answer, again: boolean): Promise<void> {
    this.unsent = null;
    const before = this.data?.state;
    await this.again();
    const now = this.data?.state;
    const decision = this.decisions.find((each) => each.id === answer.decision);
    const stale = now !== undefined && now !== answer.state;
    if (stale && !again && decision?.options.some((option) => option.key === answer.option) && before !== now) {
      this.sending = false;
      return this.send({ ...answer, state: now }, true);
    }
    this.say(again && stale ? T.table.stale : error.message, error.rule, "refused");
  }

  async undo(): Promise<void> {
    try {
      const { undone, wanted } = await api.undo(this.token);
      this.drop();
      await this.again();
      this.say(undone ? T.table.undone : T.table.undoAsked(wanted.map((seat) => this.titleOf(seat))));
    } catch (error) {
      if (error instanceof Refused) this.say(error.message, error.rule, "refused");
    }
  }

  // ---- going round ------------------------------------------------------------------------------------------

  /** The next own unit that can be told something, in the order of the roster. */
  step(by: 1 | -1): string {
    const all = [...(this.picture?.units ?? [])].filter((unit) => unit.own && unit.where === "table").map((unit) => unit.id);
    const able = all.filter((id) => this.sorted?.about.has(id));
    const ring = able.length ? able : all;
    if (!ring.length) return "";
    const at = ring.indexOf(this.selected[0] ?? "");
    const next = ring[(at + by + ring.length) % ring.length] ?? "";
    this.select([next]);
    return next;
  }

  /** One step back: the order that is laid out, then the selection. */
  letGo(): void {
    if (this.rule) this.rule = "";
    else if (this.picking) this.picking = "";
    else if (this.draft && this.option && touched(this.option, this.draft.values)) this.lay(this.option);
    else if (this.draft && !this.unit) this.drop();
    else this.select([]);
  }
}
