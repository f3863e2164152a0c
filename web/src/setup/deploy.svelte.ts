/** What one has in hand while setting up: taken up with the mouse or the keys, judged by the server, put down. */

import { api } from "../lib/client";
import type { CardPicture } from "../lib/types";
import type { Table } from "../lib/store.svelte";
import type { Option, Preview, Refusal, Spot, UnitPicture } from "../lib/types";
import { turnedAbout } from "../symbols/cards";
import type { Hold, Lifted } from "../map/contract";
import { whole } from "../symbols/geometry";
import { gathered } from "./gathering";
import { beyondEdge, doing, groups, handOf, laid, loose, putting, setUpOf, single, type Piece } from "./pieces";
import { S } from "./text";

interface Held extends Piece {
  /** Where it would stand. */
  at: Spot;
  facing: number;
}

/** Where something lies, to tell whether it has been moved. */
const lies = ({ heading, spot, units }: Piece): string => JSON.stringify([heading, ...(units.length ? units.map((unit) => [unit.x, unit.y]) : rounded(spot))]);

/** Other ways to stand that are tried for a unit of a group that is gathered. */
const MOST_TRIED = 6;

const rounded = ([x, y]: Spot): Spot => [Math.round(x), Math.round(y)];

export class Deploy implements Hold {
  held = $state.raw<Held | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** The kind of the new pieces that clicks lay down, one each, until there are no more. */
  kind = $state("");
  private grab: Spot = [0, 0];
  private turning = false;
  private judging = false;

  constructor(private readonly table: Table) {}

  readonly decision = $derived.by(() => setUpOf(this.table.decisions));
  readonly pieces = $derived.by<Piece[]>(() => (this.table.picture ? groups(this.decision, this.table.picture) : []));
  /** Cards that were laid one by one and may be taken off again. */
  readonly laid = $derived.by<CardPicture[]>(() => (this.decision ? (this.table.picture?.cards ?? []).filter((card) => loose(card, this.table.decisions)?.anew) : []));
  readonly isMoved = $derived.by(() => Boolean(this.held && (this.held.at[0] !== this.held.spot[0] || this.held.at[1] !== this.held.spot[1] || this.held.facing !== this.held.heading)));

  /** As the map draws it. */
  readonly lifted = $derived.by<Lifted | null>(() => {
    const { held } = this;
    if (!held) return null;
    const beyond = this.beyond(held.at);
    const sends = doing(this.decision, "send") !== null;
    const words = beyond ? (sends && held.units.length ? S.setup.outside : S.setup.noOutside) : (this.refusal?.error ?? this.preview?.notes?.[0] ?? "");
    const refused = beyond ? !sends : this.refusal !== null;
    return { spot: held.at, heading: held.facing, turns: held.turns, moved: this.isMoved, refused, words, rule: this.refusal?.rule ?? "", units: this.stood(held), card: held.card ? { ...held.card, x: held.at[0], y: held.at[1], heading: held.facing } : null };
  });

  private beyond(at: Spot) {
    return beyondEdge(at, this.table.data?.battle.table ?? [0, 0]);
  }

  /** The units of what is in hand, where they would stand; as the server says where it has said so. */
  private stood(held: Held): UnitPicture[] {
    const by = held.facing - held.heading, [dx, dy] = [held.at[0] - held.spot[0], held.at[1] - held.spot[1]];
    return held.units.map((unit) => {
      const place = this.preview?.units.find((each) => each.unit === unit.id)?.places.at(-1);
      if (place) return { ...unit, x: place.x, y: place.y, heading: place.heading };
      const [x, y] = turnedAbout([unit.x, unit.y], held.spot, by);
      return { ...unit, x: x + dx, y: y + dy, heading: whole(unit.heading + by) };
    });
  }

  // ---- taking up -----------------------------------------------------------------------------------

  /** Whether something here can be carried off. */
  takes(target: Element, at: Spot): boolean {
    this.turning = Boolean(target.closest("[data-handle]") && this.held);
    if (this.turning) return true;
    const piece = this.pieceAt(target);
    if (!piece) return false;
    if (this.held?.by.key !== piece.by.key || this.held.id !== piece.id) this.next = piece;
    const from = this.next ?? this.held;
    const spot = this.next ? piece.spot : (this.held?.at ?? piece.spot);
    this.grab = from ? [spot[0] - at[0], spot[1] - at[1]] : [0, 0];
    return true;
  }
  private next: Piece | null = null;

  private pieceAt(target: Element): Piece | null {
    const { table } = this, { picture } = table;
    if (!picture) return null;
    const of = (name: string) => target.closest<SVGElement>(`[data-${name}]`)?.dataset[name] ?? "";
    const card = picture.cards?.find((each) => each.own && each.key === of("card"));
    const free = card && loose(card, table.decisions);
    if (free || !this.decision) return free ?? null;
    if (card) return this.pieces.find((piece) => piece.id === card.key) ?? null;
    const ids = of("units").split(" ").filter(Boolean), [id] = ids;
    if (ids.length > 1) return this.pieces.find((piece) => piece.units.some((unit) => ids.includes(unit.id))) ?? null;
    // With a whole group in hand its units are its handles.
    if (id && this.held && this.held.units.length > 1 && this.held.units.some((unit) => unit.id === id)) return this.held;
    return single(id || of("leader"), this.decision, picture);
  }

  /** Take something up where it lies. */
  take(piece: Piece): void {
    this.next = null;
    this.kind = "";
    this.held = { ...piece, at: rounded(piece.spot), facing: piece.heading, spot: rounded(piece.spot) };
    this.refusal = null;
    this.preview = null;
  }

  /** A click on something takes it up; on a card that is all that it means. */
  taps(target: Element): boolean {
    if (this.turning) return true;
    const piece = this.next ?? this.pieceAt(target);
    if (!piece) return false;
    if (piece !== this.held) this.take(piece);
    return Boolean(piece.card);
  }

  moves(at: Spot): void {
    if (this.next) this.take(this.next);
    const { held } = this;
    if (!held) return;
    if (this.turning) return this.face((Math.atan2(at[0] - held.at[0], at[1] - held.at[1]) * 180) / Math.PI);
    this.held = { ...held, at: rounded([at[0] + this.grab[0], at[1] + this.grab[1]]) };
    this.changed();
  }

  /** Let go: it is put down if it may stand there, else it stays in hand with the reason. */
  drops(at: Spot): void {
    this.moves(at);
    this.turning = false;
    void this.put();
  }

  nudge(dx: number, dy: number): void {
    const { held } = this;
    if (!held) return;
    this.held = { ...held, at: [held.at[0] + dx, held.at[1] + dy] };
    this.changed();
  }

  turn(by: number): void {
    if (this.held?.turns) this.face(this.held.facing + by);
  }

  face(heading: number): void {
    if (!this.held?.turns) return;
    this.held = { ...this.held, facing: whole(Math.round(heading)) };
    this.changed();
  }

  drop(): void {
    this.held = null;
    this.next = null;
    this.kind = "";
    this.refusal = null;
    this.preview = null;
  }

  /** After news: what was taken up may have gone, or lie elsewhere. */
  settle(): void {
    const { held } = this, { picture } = this.table;
    if (this.kind && !this.table.post.sending && !doing(this.decision, "lay")) this.kind = "";
    if (!held || !picture || this.table.post.sending) return;
    const now = (picture.cards ?? []).map((card) => loose(card, this.table.decisions)).find((each) => each?.id === held.id)
      ?? this.pieces.find((each) => each.id === held.id) ?? single(held.id, this.decision, picture);
    if (!now) this.drop();
    else if (lies(now) !== lies(held)) this.take(now);
  }

  // ---- what the rules say ----------------------------------------------------------------------------

  private changed(): void {
    this.preview = null;
    void this.judge();
  }

  /** What is answered when it is put down; of a card that is laid anew, where another may be laid already. */
  private option(held: Held): Option {
    return (held.anew && doing(this.decision, "lay")) || held.by;
  }

  private values(held: Held): Record<string, unknown> {
    return laid(this.option(held), held.at, held.facing, { id: held.id, kind: held.card?.signs[0]?.arm });
  }

  /** Ask the server, one question at a time, until it has judged what is in hand now. */
  private async judge(): Promise<void> {
    if (this.judging) return;
    this.judging = true;
    try {
      for (let asked: Held | null = null; this.held && this.held !== asked; ) {
        asked = this.held;
        const found = await this.judged(asked);
        if (this.held !== asked || (found && this.learns(asked, found))) continue;
        this.refusal = found?.refusal ?? null;
        this.preview = found && !found.refusal && found.units.length ? found : null;
      }
    } finally {
      this.judging = false;
    }
  }

  /** A group without a card does not say where its middle is; where its first unit would stand tells. */
  private learns(held: Held, found: Preview): boolean {
    const [unit] = held.units, place = found.units.find((each) => each.unit === unit?.id)?.places.at(-1);
    if (held.card || !unit || !place || held.facing !== held.heading) return false;
    const dx = Math.round(place.x - unit.x - held.at[0] + held.spot[0]), dy = Math.round(place.y - unit.y - held.at[1] + held.spot[1]);
    if (!dx && !dy) return false;
    this.grab = [this.grab[0] - dx, this.grab[1] - dy];
    this.held = { ...held, spot: [held.spot[0] - dx, held.spot[1] - dy], at: [held.at[0] - dx, held.at[1] - dy] };
    return true;
  }

  private async judged(held: Held): Promise<Preview | null> {
    const option = this.option(held), decision = this.table.decisions.find((each) => each.options.some(({ key }) => key === option.key));
    // One that is laid anew while no other may be laid is taken off first: only then can the rules say where it may lie.
    if (!decision || this.beyond(held.at) || handOf(option).does === "remove") return null;
    return api.preview(this.table.token, { decision: decision.id, option: option.key, values: this.values(held) }).catch(() => null);
  }

  // ---- putting down ------------------------------------------------------------------------------------

  async put(): Promise<void> {
    const { held, table } = this;
    if (!held || !this.isMoved) return;
    if (this.beyond(held.at)) return this.send(held);
    const found = await this.judged(held);
    if (this.held !== held) return;
    if (found && this.learns(held, found)) return this.put();
    this.refusal = found?.refusal ?? null;
    if (this.refusal) return;
    const taken = held.anew ? await this.relay(held) : await this.answer(held.by, this.values(held));
    if (taken && this.held === held) this.drop();
    if (taken) table.notice = null;
  }

  /** Off with it, and one like it at the new place; back at the old one where the new one will not do. */
  private async relay(held: Held): Promise<boolean> {
    if (!(await this.takeOff(held.by, held.id))) return false;
    const lay = doing(this.decision, "lay"), kind = held.card?.signs[0]?.arm;
    if (!lay) return false;
    return (await this.answer(lay, laid(lay, held.at, held.facing, { kind }))) || this.answer(lay, laid(lay, held.spot, held.heading, { kind }));
  }

  private takeOff(by: Option, id: string): Promise<boolean> {
    return this.answer(by, { [handOf(by).piece ?? ""]: id });
  }

  private async answer(option: Option, values: Record<string, unknown>): Promise<boolean> {
    const { table } = this, decision = table.decisions.find((each) => each.options.some((one) => one.key === option.key));
    return decision ? table.post.send({ decision: decision.id, option: option.key, values, state: table.state }) : false;
  }

  async lay(at: Spot): Promise<void> {
    const lay = doing(this.decision, "lay"), { spot = "", kind = "" } = lay ? handOf(lay) : {};
    if (lay && this.kind) await this.answer(lay, { [kind]: this.kind, [spot]: rounded(at) });
  }

  // ---- gathering ---------------------------------------------------------------------------------------

  /** Whether what is in hand is a group that may not be shifted as it stands, but could be drawn up closely here. */
  readonly gathers = $derived.by(() => Boolean(this.refusal && this.held && this.held.units.length > 1 && this.held.units.every((unit) => putting(this.decision, unit.id))));

  /** Put the units of the group down one by one, close to each other, about where it is held; says who found no place. */
  async gather(): Promise<void> {
    const { held, table } = this;
    if (!held) return;
    this.drop();
    const left: string[] = [];
    let why: Refusal | null = null;
    for (const { unit, spot } of gathered(held.units, held.at, held.facing)) {
      const option = putting(this.decision, unit), found = option && (await this.standing(option, laid(option, spot, held.facing)));
      why = found?.refusal ?? why;
      if (!option || !found || found.refusal || !(await this.answer(option, found.values))) left.push(table.shortOf(unit));
    }
    if (left.length) table.say(S.setup.notGathered(left, why?.error ?? ""), why?.rule ?? "", "refused");
  }

  /** As it is, or with the first other choice with which the rules let it stand there: whoever held a house forms up. */
  private async standing(option: Option, values: Record<string, unknown>): Promise<{ values: Record<string, unknown>; refusal: Refusal | null }> {
    const choices = Object.entries(option.fields).flatMap(([name, domain]) => (domain.type === "choice" && name in option.optional ? domain.values.map((value) => ({ [name]: value })) : []));
    let why: Refusal | null = null;
    for (const more of [{}, ...choices.slice(0, MOST_TRIED)]) {
      const found = await this.considered(option.key, { ...values, ...more });
      if (!found?.refusal) return { values: { ...values, ...more }, refusal: null };
      why ??= found.refusal;
    }
    return { values, refusal: why };
  }

  private async considered(option: string, values: Record<string, unknown>): Promise<Preview | null> {
    return this.decision ? api.preview(this.table.token, { decision: this.decision.id, option, values }).catch(() => null) : null;
  }

  undo(card: CardPicture): void {
    this.drop();
    const piece = loose(card, this.table.decisions);
    if (piece) void this.takeOff(piece.by, piece.id);
  }

  /** Carried over the edge of the table: the force is laid out on the desk, with where it goes. */
  private send(held: Held): void {
    const option = doing(this.decision, "send"), beyond = this.beyond(held.at), units = held.units.map((unit) => unit.id);
    this.drop();
    if (!option || !beyond || !units.length) return this.table.say(S.setup.noOutside, "", "refused");
    this.table.selected = [];
    const hand = handOf(option);
    this.table.desk.lay(option, Object.fromEntries([[hand.units, units], [hand.edge, beyond.edge], [hand.along, beyond.along]].filter(([name]) => name)));
  }

  /** A click on bare ground: lays something new, or shows the card in hand its place. */
  point(at: Spot): boolean {
    if (this.kind) {
      void this.lay(at);
      return true;
    }
    if (!this.held?.card) return false;
    this.held = { ...this.held, at: rounded(at) };
    this.changed();
    return true;
  }

  // ---- keys --------------------------------------------------------------------------------------------

  /** Whether a key was meant for what is in hand. */
  key(event: KeyboardEvent): boolean {
    const writing = event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select");
    if (event.ctrlKey || event.metaKey || event.altKey || writing) return false;
    if (this.kind && event.key === "Escape") return ((this.kind = ""), true);
    if (!this.held) return false;
    const step = event.shiftKey ? 50 : 10, turn = event.shiftKey ? 45 : 5;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.nudge(-step, 0), ArrowRight: () => this.nudge(step, 0), ArrowUp: () => this.nudge(0, step), ArrowDown: () => this.nudge(0, -step),
      ",": () => this.turn(-turn), "<": () => this.turn(-turn), ".": () => this.turn(turn), ">": () => this.turn(turn), Escape: () => this.drop(),
    };
    if (event.key === "Enter" && this.isMoved) void this.put();
    else if (event.key in keys) keys[event.key]?.();
    else return false;
    return true;
  }
}
