/** A seat at a table: what the server last said, what is selected and aimed at. Orders lie on its desk, answers go by its post. */

import { call } from "./calling";
import { api, Refused } from "./client";
import { awaited } from "../orders/awaited";
import { changes } from "../told/changes";
import { beginsAnew, keepSince, keptSince, latest, marked, type Since } from "../told/since";
import { present } from "../orders/companies";
import { Desk } from "../orders/desk.svelte";
import { joined, keep, kept } from "./games";
import { Live, type Line } from "./live";
import { described, formsOf, inRole } from "../asking/forms";
import { accepts, ends, isQuestion, isYesNo, known, missing, plainly, sorted, touched, usual, type Values } from "../asking/options";
import { dropStanding, keepStanding, standingAnswers, type Standing } from "../asking/standing";
import { pledge } from "../dice/pledges";
import { Post } from "../orders/post.svelte";
import { seatHash } from "./links";
import { label, T, words } from "./text";
import { nextOf } from "./visiting";
import { distinct } from "./naming";
import type { Answer, Decision, Field, LiveUpdate, OddsOf, Option, Picture, Preview, SeatState, TableEvent, UnitPicture } from "./types";

export interface Notice {
  text: string;
  rule: string;
  kind: "refused" | "told";
}

/** What was asked, told and seen when one said something. */
export interface Spoken {
  decision: Decision | null;
  last: number;
  picture: Picture | null;
}

/** The table as it was when a phase had ended. */
export interface Then {
  turn: number;
  phase: string;
  picture: Picture;
  /** It has only just happened, and is being shown. */
  fresh?: boolean;
}

/** Milliseconds for which news may lag behind what was acknowledged before it is asked for, and between two looks. */
const LAG = 1500;
const LOOK = 25;
/** After which one looks again whether it is one's turn to give a part of the dice. */
const PLEDGE = 1200;

export class Table {
  data = $state.raw<SeatState | null>(null);
  events = $state.raw<TableEvent[]>([]);
  line = $state<Line>("connecting");
  /** What the server said instead of showing the table. */
  trouble = $state("");
  selected = $state<string[]>([]);
  hovered = $state("");
  /** Those of whom a line of the log speaks, while one points at it. */
  pointed = $state.raw<string[]>([]);
  /** The enemy that one looks at with a view to doing something to him. */
  aimed = $state("");
  odds = $state.raw<{ unit: string; target: string; found: OddsOf[]; before?: boolean } | null>(null);
  notice = $state<Notice | null>(null);
  /** The ground with the names of its places, once it is here. */
  ground = $state.raw<Field | null>(null);
  rule = $state("");
  /** Which of several open questions is before us. */
  asked = $state(0);
  /** What came after this is news: the answers of others and of the dice to one's last word. */
  news = $state(Infinity);

  /** What one looks back on; meanwhile nothing can be ordered. */
  past = $state.raw<Then | null>(null);
  private inHand: string[] = [];

  /** The table as it was when one last had done, and before that; each with the last that was told then. */
  private marks = $state.raw<Since[]>([]);

  /** Since when what is asked now has been on the table; each question, each part of a phase, by itself. */
  askedAt = performance.now();
  private askedFor = "";

  /** What is ticked in a question about several at once: that is answered then. */
  called = $state.raw<{ decision: string; values: Values } | null>(null);

  /** One would end one's part while an order is laid out and not placed: what is to become of it is asked first. */
  unplaced = $state(false);

  /** What one has answered since the page was opened and not taken back, whole, with how many events one knew then. */
  said = $state.raw<{ option: string; values: Values; after: number }[]>([]);

  private live: Live | null = null;
  private timer = 0;
  private noticeTimer = 0;
  /** The latest state that the server acknowledged, which may be ahead of the table that is shown. */
  private acknowledged = $state(0);
  /** The answer that ended one's part or settled a question: until the table shows what came of it, others work on it. */
  private given = $state("");

  readonly post = new Post(this);
  readonly picture = $derived<Picture | null>(this.past?.picture ?? this.data?.picture ?? null);
  readonly ids = $derived(this.picture ? known(this.picture) : new Set<string>());
  readonly units = $derived(new Map((this.picture?.units ?? []).map((unit) => [unit.id, unit])));
  readonly leaders = $derived(new Map((this.picture?.leaders ?? []).map((leader) => [leader.id, leader])));
  private readonly forms = $derived(formsOf(this.data?.forms));
  readonly decisions = $derived<Decision[]>(this.past ? [] : described(this.data?.decisions ?? [], this.forms));
  readonly decision = $derived<Decision | null>(this.decisions[Math.min(this.asked, this.decisions.length - 1)] ?? null);
  readonly sorted = $derived(this.decision ? sorted(this.decision, this.ids) : null);
  readonly question = $derived(this.decision !== null && isQuestion(this.decision));
  readonly usual = $derived<Option | undefined>(this.decision ? usual(this.decision) : undefined);
  readonly unit = $derived<UnitPicture | null>(this.units.get(this.selected[0] ?? "") ?? null);
  readonly desk = new Desk(this);
  /** What the answer that is looked at, or else the usual one, would do: drawn while a question is open. */
  foreseen = $state.raw<Preview | null>(null);
  /** What became of units since one last had done. */
  readonly changes = $derived.by(() => { const now = this.picture; return now ? latest(this.marks, now.turn, ({ picture, news }) => changes(picture, now, this.events.filter((event) => event.n > news))) : []; });

  constructor(readonly token: string) {}

  /** Whether the table that is shown is the latest that was acknowledged. */
  get isCurrent(): boolean {
    return (this.data?.state ?? 0) >= this.acknowledged;
  }

  /** Whether one's word is being worked on; meanwhile nothing more can be said. */
  get working(): boolean {
    return this.given !== "" && (this.post.sending || !this.isCurrent);
  }

  /** Wait until the table shows what was acknowledged. */
  async caughtUp(): Promise<void> {
    for (let waited = 0; !this.isCurrent && waited < LAG; waited += LOOK) await new Promise((go) => setTimeout(go, LOOK));
    if (!this.isCurrent) await this.again();
  }

  get state(): number {
    return Math.max(this.data?.state ?? 0, this.acknowledged);
  }

  // ---- the line ------------------------------------------------------------------------------------

  /** How often the table was asked for: only what the last asking brings counts. */
  private asking = 0;
  async open(): Promise<void> {
    const turn = ++this.asking;
    clearTimeout(this.timer);
    this.standing = standingAnswers(this.token);
    try {
      await this.refresh();
      if (turn !== this.asking) return;
      this.live = new Live(this.token, () => this.data?.state ?? 0, (update) => this.heard(update), (line, why) => this.lineIs(line, why));
    } catch (error) {
      if (turn !== this.asking) return;
      if (error instanceof Refused && error.status === 404) this.lineIs("gone", error.message);
      else {
        this.trouble = error instanceof Refused ? error.message : "";
        this.line = "lost";
        this.timer = window.setTimeout(() => void this.open(), 1500);
      }
    }
  }

  close(): void {
    this.asking++;
    clearTimeout(this.timer);
    clearTimeout(this.noticeTimer);
    clearTimeout(this.pledgeTimer);
    this.desk.drop();
    this.live?.close();
  }

  private async refresh(): Promise<void> {
    const data = await api.seat(this.token);
    this.events = data.events;
    this.data = data;
    this.acknowledged = data.state;
    if (!this.marks.length) this.restore();
    this.settle();
  }

  /** Whoever comes back is told what has happened since he last said something here. */
  private restore(): void {
    const since = keptSince(this.token, this.events.at(-1)?.n ?? -1);
    if (!since) return;
    this.marks = [since];
    this.news = since.news;
  }

  /** Whether one has said anything yet that others could answer. */
  get hasSpoken(): boolean {
    return this.marks.length > 0;
  }

  private heard(update: LiveUpdate): void {
    const data = this.data;
    if (!data) return;
    const last = update.reset ? -1 : (this.events.at(-1)?.n ?? -1);
    const fresh = update.events.filter((event) => event.n > last);
    if (update.reset) this.unsay(update.events);
    else if (fresh.length) this.events = [...this.events, ...fresh];
    this.announce(update);
    if (data.kind === "player" && update.decisions.some((each) => !data.decisions.some((had) => had.id === each.id))) call(T.asked.call, T.asked.callText(data.battle.title, update.turn), data.game, seatHash(this.token));
    this.data = { ...data, ...update, events: data.events };
    if (update.reset) this.acknowledged = update.state;
    this.settle();
  }

  /** Everything comes anew, because something was taken back: what one said after that was not said. */
  private unsay(events: TableEvent[]): void {
    this.events = events;
    const known = (events.at(-1)?.n ?? -1) + 1;
    if (this.said.some((each) => each.after > known)) this.said = this.said.filter((each) => each.after <= known);
  }

  /** What everybody is told, once. */
  private announce(update: LiveUpdate): void {
    const known = this.data?.notices?.at(-1)?.n ?? -1;
    const fresh = (update.notices ?? []).filter((each) => each.n > known).map((each) => each.text);
    if (fresh.length) this.say(fresh.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}.`).join(" "));
  }

  /** Look once more at all that the server shows. */
  async again(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      // The line says when it is gone.
    }
  }

  private lineIs(line: Line, why = ""): void {
    this.line = line;
    if (line === "gone") this.trouble = why;
    if (line === "live") this.post.resume();
  }

  /** After news: what was laid out stays if it can still be answered, and the browser notes where the game stands. */
  private settle(): void {
    if (this.past) return;
    // what was said later than all that is known has been taken back
    const last = this.events.at(-1)?.n ?? -1;
    if (this.marks.some((mark) => mark.news > last)) this.marks = this.marks.filter((mark) => mark.news <= last);
    this.desk.settle();
    if (!this.desk.isUnplaced) this.unplaced = false;
    if (this.asked >= this.decisions.length) this.asked = 0;
    this.noteAsked();
    const there = this.selected.filter((id) => this.units.has(id) || this.leaders.has(id));
    if (there.length < this.selected.length) this.selected = there;
    const data = this.data;
    const game = data && (kept().find((each) => each.game === data.game) ?? (data.kind === "player" ? joined(this.token, data) : undefined));
    if (data && game) keep({ ...game, turn: data.turn, turns: data.turns, over: Boolean(data.over), waiting: data.decisions.length > 0, seen: Date.now() });
    if (this.question && this.decision?.about.unit && !this.desk.draft) this.selected = [this.decision.about.unit];
    if (this.question && this.decision?.lines[0] && !this.desk.draft) this.selected = [this.decision.lines[0].unit];
    this.takeLeader();
    this.resume();
    this.desk.goOn();
    this.answerAsBefore();
    if (data && data.kind === "player" && !data.dice.begun) void this.pledge(data);
  }

  private pledging = false;
  private pledgeTimer = 0;
  /** One's part of the dice, before the first of them falls; while the server is not reached, again and again. */
  private async pledge(data: SeatState): Promise<void> {
    if (this.pledging) return;
    this.pledging = true;
    try {
      await pledge(this.token, data);
    } catch (error) {
      if (error instanceof Refused) this.say(error.message, error.rule, "refused");
    } finally {
      this.pledging = false;
    }
    clearTimeout(this.pledgeTimer);
    this.pledgeTimer = window.setTimeout(() => this.data && !this.data.dice.begun && void this.again(), PLEDGE);
  }

  private noteAsked(): void {
    const { data, decision } = this;
    const now = !decision ? "" : this.question ? decision.id : `${data?.turn} ${data?.phase} ${decision.kind}`;
    if (now !== this.askedFor) this.askedAt = performance.now();
    this.askedFor = now;
  }

  /** Lay a past table out, or the present one again, with what one had in hand. */
  lookBack(then: Then | null): void {
    if (then && !this.past) this.inHand = this.selected;
    const back = !then && this.past;
    this.past = then;
    this.aimed = "";
    this.odds = null;
    if (!back) return;
    this.selected = this.inHand;
    this.settle();
  }

  /** A question about a leader alone puts him in hand, unless something is being laid out. */
  private takeLeader(): void {
    const leader = this.decision?.about.leader ?? "", told = [...(this.sorted?.about.keys() ?? [])];
    if (this.desk.draft || this.question || this.selected.includes(leader)) return;
    if (told.length === 1 && told[0] === leader && this.leaders.has(leader)) this.selected = [leader];
  }

  /** The unit in hand may be told something more: it is laid out at once. With nobody in hand, that with which one's part
   *  ends, where there is something to say to it. */
  private resume(): void {
    if (this.desk.draft || this.question || this.past) return;
    const last = this.usual;
    if (!this.selected.length && last && this.sorted?.forms.includes(last)) return this.desk.lay(last);
    const told = this.sorted?.about.get(this.selected[0] ?? "") ?? [];
    const next = told.find((option) => option.key === this.desk.underWay) ?? told[0];
    if (next) this.desk.lay(next);
  }

  // ---- words ---------------------------------------------------------------------------------------

  nameOf(id: string): string {
    return this.units.get(id)?.name ?? this.leaders.get(id)?.name ?? this.data?.names[id] ?? this.data?.seats.find((seat) => seat.seat === id)?.title ?? words(id);
  }

  /** A unit's name in a sentence about several: with its side where an enemy is called the same, whole where a friend is. */
  shortOf(id: string): string {
    const unit = this.units.get(id);
    return (unit && distinct(unit, this.units.values())) || this.leaders.get(id)?.short || this.nameOf(id);
  }

  titleOf(seat: string): string {
    return this.data?.seats.find((each) => each.seat === seat)?.title ?? words(seat);
  }

  /** A step of the turn as it is called; the words of its code where the server does not say. */
  stepName(id: string): string {
    const step = this.data?.steps?.find((each) => each.id === id);
    const name = step?.short || step?.name || label(id), whose = this.picture?.whose?.[id];
    return whose ? T.table.partOf(name, whose) : name;
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
    if (id && this.desk.picking && this.desk.pick(ids)) return;
    if (id && ids.length === 1 && this.take(id)) return;
    this.select(ids);
  }

  /** Whom a click on a leader's flag takes in hand: a brigadier's units; himself where they are in hand already, or where a
   *  leader is what is asked for. */
  flagged(id: string): string[] {
    const leader = this.leaders.get(id), ids = present(this.units, leader?.units ?? []);
    const asked = this.desk.people(this.desk.picking).includes(id) || (this.desk.option && this.namesOneLeader(this.desk.option) && this.sorted?.forms.includes(this.desk.option));
    const all = ids.length === this.selected.length && ids.every((each) => this.selected.includes(each));
    return !leader?.own || leader.level > 1 || !ids.length || asked || all ? [id] : ids;
  }

  /** Whether an option wants a leader and no list of units. */
  private namesOneLeader = (option: Option): boolean => inRole(option, "giver").length > 0 && !inRole(option, "told").some((name) => option.fields[name]?.type === "several");

  select(ids: string[]): void {
    const { desk } = this, open = desk.option;
    this.selected = ids;
    this.aimed = "";
    this.odds = null;
    if (this.past) return;
    if (this.question) return desk.drop();
    const form = this.formFor(open);
    if (form && ids.length) return desk.lay(form, form === open ? desk.draft?.values : {});
    desk.drop();
    this.resume();
  }

  /** What is laid out for the selection: what just this unit may be told, the form that is open, or the only one there is. */
  private formFor(open: Option | null): Option | undefined {
    const [first] = this.selected;
    if (!first || !this.sorted) return undefined;
    const takes = (option: Option): boolean => Object.keys(this.desk.wishes(option)).length > 0;
    if (open && this.sorted.forms.includes(open) && takes(open)) return open;
    const own = this.sorted.about.get(first);
    if (own?.length) return open && own.includes(open) ? open : own[0];
    return this.sorted.about.size === 0 && this.sorted.forms.length === 1 ? this.sorted.forms.find(takes) : undefined;
  }

  /** An enemy who may be a target of what is laid out, or an answer to the question before us. */
  private take(id: string): boolean {
    const { desk } = this, target = this.targetOf(desk.option), field = desk.option?.fields[target];
    if (desk.draft && field && accepts(field, id)) {
      // A second look at a target opens the odds; only a third click takes it away again, where there need be none.
      const off = desk.draft.values[target] === id && this.aimed === id && target in (desk.option?.optional ?? {});
      desk.set(target, off ? undefined : id);
      if (off) this.lower();
      else this.aim(id);
      return true;
    }
    if (this.question && this.answersBy(id)) {
      this.aim(id);
      return true;
    }
    return false;
  }

  /** Somebody who is aimed at already is pointed at once more by the keyboard: the answer that he stands for is given, or what is
   *  laid out against him made sure. Whether it was about him. */
  insists(id: string): boolean {
    const { decision, desk } = this, answer = this.question ? this.answersBy(id) : undefined;
    if (!id || id !== this.aimed || desk.picking) return false;
    if (decision && answer && !missing(answer, plainly(decision, answer)).length) return void this.answer(answer, plainly(decision, answer)), true;
    if (desk.draft?.values[this.targetOf(desk.option)] !== id) return false;
    void desk.confirm();
    return true;
  }

  /** The field that names whom an order is aimed at. */
  private targetOf = (option: Option | null): string => (option && inRole(option, "target")[0]) ?? "";

  /** The plain answer that a unit stands for: whom to fire at, whom to pursue. */
  answersBy(id: string): Option | undefined {
    return this.decision?.options.find((option) => option.about === id);
  }

  aim(id: string): void {
    this.aimed = id;
    void this.reckon(id);
  }

  /** Look at nobody in particular. */
  private lower(): void {
    this.aimed = "";
    this.odds = null;
  }

  /** A target that was chosen from a list, or of itself because there is no other, is looked at like one on the map. */
  aimAtDraft(): void {
    const target = String(this.desk.draft?.values[this.targetOf(this.desk.option)] ?? "");
    if (target && target !== this.aimed && this.units.get(target)?.own === false) this.aim(target);
  }

  private reckoning = 0;
  /** The odds of the unit in hand against another: from where what is laid out would bring it, else as the server has them. */
  async reckon(target: string, again = false): Promise<void> {
    const unit = this.decision?.about.unit ?? this.unit?.id ?? "";
    if (this.past || !unit || unit === target || !this.units.get(unit)?.own || this.units.get(target)?.own !== false) {
      this.odds = null;
      return;
    }
    if (!again && this.odds?.unit === unit && this.odds.target === target) return;
    const turn = ++this.reckoning;
    try {
      const laid = await this.desk.against(unit, target), found = laid ?? (await api.odds(this.token, unit, target));
      if (turn === this.reckoning) this.odds = { unit, target, found, before: !laid && this.desk.moves(unit) };
    } catch {
      if (turn === this.reckoning) this.odds = null;
    }
  }

  /** What is laid out has changed: odds that are being looked at are those of what lies there now. */
  reckonAgain(): void {
    if (this.odds && !this.question) void this.reckon(this.odds.target, true);
  }

  // ---- answering -----------------------------------------------------------------------------------------

  /** Questions that one has answered for the rest of the battle. */
  standing = $state.raw<Standing[]>([]);

  /** This answer whenever the same is asked. */
  always(option: Option): void {
    if (this.decision) this.standing = keepStanding(this.token, { kind: this.decision.kind, option: option.key, text: option.text });
  }

  askAgain(kind: string): void {
    this.standing = dropStanding(this.token, kind);
  }

  /** What one has answered for the rest of the battle is answered so. */
  private answerAsBefore(): void {
    const { decision } = this, said = decision && isYesNo(decision) ? this.standing.find((each) => each.kind === decision.kind) : undefined;
    const option = said && decision?.options.find((each) => each.key === said.option);
    if (!decision || !said || !option || this.working || this.post.sending) return;
    void this.answer(option, plainly(decision, option)).then((taken) => taken && this.say(T.asked.asBefore(said.text)));
  }

  async answer(option: Option, values: Values = {}): Promise<boolean> {
    if (!this.decision || !this.data || this.working) return false;
    this.given = option.key;
    const taken = await this.post.send({ decision: this.decision.id, option: option.key, values, state: this.state });
    if (!taken) this.given = "";
    return taken;
  }

  /** The usual answer: done, or what most would say. What lies there unplaced is dropped by it only when that is `meant`. */
  async done(meant = false): Promise<void> {
    const { decision, usual: option } = this;
    if (!decision || !option || this.working || this.desk.telling.progress) return;
    if (!this.question && this.desk.draft?.decision === decision.id && this.desk.draft.key === option.key) return void (await this.desk.place());
    this.unplaced = !this.question && !meant && this.desk.isUnplaced;
    if (this.unplaced) return;
    const asked = this.question, said = this.called?.decision === decision.id ? this.called.values : null;
    const taken = await this.answer(option, said ?? (option.key === decision.default.option ? decision.default.values : {}));
    // One's part is over: what comes next is news, and nobody is in hand.
    if (!taken || asked) return;
    this.select([]);
    this.takeLeader();
    if (this.selected.length) this.resume();
  }

  /** What is laid out is placed, and then one's part ends; unless it is not taken, or something else is asked by then. */
  async placeAndDone(): Promise<void> {
    const asked = this.decision?.id;
    this.unplaced = false;
    if (!(await this.desk.place())) return;
    await this.caughtUp();
    if (this.decision?.id === asked && !this.question) await this.done(true);
  }

  /** The table as it is when an answer is given. */
  asIs(decision: string): Spoken {
    return { decision: this.decisions.find((each) => each.id === decision) ?? null, last: this.events.at(-1)?.n ?? -1, picture: this.data?.picture ?? null };
  }

  /** An answer is on disk: what lay on the desk for it is cleared away. `then` is the table to which it was given. */
  taken(answer: Answer, state: number, { decision, last, picture }: Spoken): void {
    this.acknowledged = state;
    if (this.called?.decision === answer.decision) this.called = null;
    const usual = decision?.options.find((each) => each.key === answer.option)?.optional;
    this.said = [...this.said, { option: answer.option, values: { ...usual, ...answer.values }, after: last + 1 }];
    const asked = !decision || isQuestion(decision);
    if (asked || ends(decision, answer.option)) {
      this.news = last;
      if (picture && beginsAnew(this.marks.at(-1)?.picture ?? null, picture.turn, !asked)) {
        this.marks = marked(this.marks, { news: last, picture });
        keepSince(this.token, { news: last, picture });
      }
    }
    if (this.desk.draft?.key === answer.option) {
      this.desk.drop();
      this.resume();
      this.desk.goOn();
    }
    this.aimed = "";
    this.odds = null;
    this.notice = null;
  }

  async undo(): Promise<void> {
    if (this.past) return;
    try {
      const { undone, wanted } = await api.undo(this.token);
      this.desk.drop();
      if (undone) this.said = this.said.slice(0, -1);
      await this.again();
      this.say(undone ? T.table.undone : T.table.undoAsked(wanted.map((seat) => this.titleOf(seat))));
    } catch (error) {
      if (error instanceof Refused) this.say(error.message, error.rule, "refused");
    }
  }

  // ---- going round ------------------------------------------------------------------------------------------

  /** Whether a unit has an order, or one is on the road to it, or somebody else sees to it. */
  isTold(id: string): boolean {
    const unit = this.units.get(id);
    return Boolean(unit && (unit.order || unit.left_to || awaited(unit, this.picture).length));
  }

  /** Own units that can be told something, have not been. */
  readonly free = $derived((this.picture?.units ?? []).filter((unit) => unit.own && unit.where === "table" && !this.isTold(unit.id) && this.sorted?.about.has(unit.id)).map((unit) => unit.id));

  /** Whom a lesson asks for: Tab visits him too. */
  sought = $state("");

  /** Take in hand the next whom Tab visits. */
  step(by: 1 | -1): string {
    const ids = (all: readonly { id: string; own: boolean; where: string }[] = []): string[] => all.filter((each) => each.own && each.where === "table").map((each) => each.id);
    const next = nextOf({ units: ids(this.picture?.units), leaders: ids(this.picture?.leaders), able: this.sorted?.about ?? new Set(), free: this.free, sought: this.sought }, this.selected[0] ?? "", by);
    if (next) this.select([next]);
    return next;
  }

  /** One step back: the order that is laid out, then the selection. */
  letGo(): void {
    const { desk } = this;
    if (this.rule) this.rule = "";
    else if (desk.picking) desk.picking = "";
    else if (desk.draft && desk.option && touched(desk.option, desk.draft.values)) desk.lay(desk.option);
    else if (desk.draft && !this.unit) desk.drop();
    else this.select([]);
  }
}
