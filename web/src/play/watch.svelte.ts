/** Watching: what happened since one's last word is played as soon as it is known, and any moment again when it is asked for. */

import { api, Refused } from "../lib/client";
import { prefs } from "../lib/prefs.svelte";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Picture } from "../lib/types";
import { voice } from "../lib/voice.svelte";
import { changesSaid } from "../told/changes";
import { beats, isSeen, moves } from "./beats";
import { SPEEDS, type Player } from "./player.svelte";
import { staged, type Take } from "../stage/stage";

/** Milliseconds for which one waits whether more comes. */
const GATHER = 140;
/** What happened in a turn is told in so many milliseconds, at the usual speed. */
const LONGEST = 45_000;
const KEY = "grognard.seen";
const MOST_KEPT = 40;

/** How far one had watched at a table, kept by the browser. */
function seenUpTo(token: string): number | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>)[token.slice(0, 12)];
  } catch {
    return undefined;
  }
}
function keepSeen(token: string, n: number): void {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>, name = token.slice(0, 12);
    delete all[name];
    const kept = Object.entries(all).slice(-MOST_KEPT);
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [name]: n }));
  } catch {
    // Not kept, then.
  }
}

export class Watch {
  /** Whether something is being shown. */
  open = $state(false);
  /** Whether that is news, or something that one has asked for. */
  news = $state(false);

  /** Whether news is being gathered or fetched that will be shown. */
  due = $state(false);

  private known = -1;
  private had: Picture | null = null;
  private gathering = 0;
  private epoch = -1;
  /** Whoever skips skips what is still on its way too, as far as the next question. */
  private skipping = false;
  private skips = 0;

  constructor(
    private readonly table: Table,
    readonly player: Player,
  ) {}

  /** Whether news is shown by itself. */
  get willing(): boolean {
    return SPEEDS[prefs.pace] !== Infinity;
  }

  // ---- news ------------------------------------------------------------------------------------------------

  /** The table is another: what is new about it is shown, if there is anything to see. */
  heard(busy: boolean): void {
    const { data, events } = this.table, newest = events.at(-1)?.n ?? -1;
    if (!data) return;
    const skipped = this.skipping;
    this.skipping &&= !data.decisions.length;
    if (skipped && !this.skipping) this.tellWhatWasSkipped();
    // Millions count what was taken back: from there on nothing is as it was.
    const epoch = Math.floor(data.state / 1_000_000);
    if (epoch !== this.epoch || newest < this.known) {
      const first = this.epoch < 0 ? seenUpTo(this.table.token) : undefined;
      this.epoch = epoch;
      this.settle(newest, data.picture);
      if (first !== undefined && first < newest && !busy) void this.show(first + 1, newest, null);
      return;
    }
    if (newest === this.known) {
      if (!this.open) this.had = data.picture;
      return;
    }
    if (busy || !this.willing || skipped) return this.settle(newest, data.picture);
    clearTimeout(this.gathering);
    this.due = true;
    this.gathering = window.setTimeout(() => void this.gather().finally(() => (this.due = false)), GATHER);
  }

  private settle(n: number, picture: Picture): void {
    this.known = n;
    this.had = picture;
    keepSeen(this.table.token, n);
  }

  private async gather(): Promise<void> {
    const { data, events } = this.table, newest = events.at(-1)?.n ?? -1;
    if (!data || newest <= this.known) return;
    const first = this.known + 1, start = this.had, fresh = beats(events.filter((event) => event.n >= first), data.scenes ?? {});
    const own = new Set(data.picture.units.filter((unit) => unit.own).map((unit) => unit.id));
    // What one's own units do at one's word is seen without being played.
    const seen = fresh.some((beat) => isSeen(beat) && !(moves(beat.act) && beat.deeds.every((deed) => own.has(deed.who))));
    this.settle(newest, data.picture);
    if (seen) await this.show(first, newest, start);
  }

  private async show(first: number, last: number, start: Picture | null): Promise<void> {
    const { player, skips } = this, takes = await this.filmed(first, last, start);
    if (!takes?.some(isSeen) || skips !== this.skips) return;
    if (this.open && this.news && player.takes.length) {
      player.append(takes);
      player.tempo = Math.max(1, player.left / LONGEST);
      if (!player.playing && player.at >= player.takes.length - takes.length) player.play();
      return;
    }
    this.begin(takes, 0, true);
    player.tempo = Math.max(1, player.left / LONGEST);
    player.play();
  }

  private begin(takes: Take[], at: number, news: boolean): void {
    this.open = true;
    this.news = news;
    this.player.onend = () => this.close();
    this.player.load(takes, at);
  }

  /** The takes of some events, without what was before them in their phase. */
  private async filmed(first: number, last: number, start: Picture | null): Promise<Take[] | null> {
    const { table } = this;
    try {
      const reel = await api.reel(table.token, first, last);
      const takes = staged(reel, table.events, table.data?.scenes ?? {}, start && reel.first <= first ? start : reel.base);
      return takes.filter((take) => take.last >= first || [...take.deeds, ...take.effects].some((deed) => deed.event.n >= first));
    } catch (error) {
      if (error instanceof Refused) return null;
      table.say(T.replay.unreached);
      return null;
    }
  }

  // ---- by hand ------------------------------------------------------------------------------------------------

  /** The moment in which something was told, of a phase that is not over yet. */
  async moment(n: number): Promise<void> {
    const takes = await this.filmed(n, n, null);
    if (!takes?.length) return;
    this.begin(takes, 0, false);
    const at = this.player.find(n);
    if (at < 0) return this.close();
    this.player.load(takes, at);
    this.player.onend = () => undefined;
    this.player.one();
  }

  /** No more of this: neither of what is shown nor, where it is news, of what is about to be. */
  skip(): void {
    if (this.news) {
      const { data, events } = this.table;
      this.skips++;
      clearTimeout(this.gathering);
      this.due = false;
      this.skipping = !data?.decisions.length;
      if (data) this.settle(events.at(-1)?.n ?? -1, data.picture);
      if (!this.skipping) this.tellWhatWasSkipped();
    }
    this.close();
  }

  /** Whoever does not watch is told what came of it. */
  private tellWhatWasSkipped(): void {
    voice.say(changesSaid(this.table.changes, (id) => this.table.shortOf(id)));
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.player.clear();
    this.table.lookBack(null);
  }

  stop(): void {
    clearTimeout(this.gathering);
    this.player.pause();
  }
}
