/** Looking back: which step of the battle is on the table, and the hand that turns the leaves: phase by phase, or event by event
 *  as it is played. Live play goes on underneath. */

import { api, Refused } from "../lib/client";
import { prefs } from "../lib/prefs.svelte";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Moment, Picture, Seeing } from "../lib/types";
import { playKey } from "../play/keys";
import { SPEEDS, type Player } from "../play/player.svelte";
import { staged, type Take } from "../stage/stage";
import { alike, nextTurn, stepOf } from "./steps";

/** Tables, and steps in pictures, kept at hand. */
const MOST_KEPT = 80;

export class Replay {
  steps = $state.raw<Moment[]>([]);
  /** Whether the troops of all may be looked at. */
  everything = $state(false);
  see = $state<Seeing>("own");
  /** The step that is looked at; as many as there are for now. */
  at = $state(0);
  open = $state(false);
  /** Whether one step after the other is played. */
  running = $state(false);

  readonly step = $derived<Moment | null>(this.open ? (this.steps[this.at] ?? null) : null);

  private readonly kept = new Map<string, Promise<Picture>>();
  private readonly films = new Map<string, Promise<Take[]>>();
  /** Which step the player has in. */
  private loaded = "";

  constructor(
    private readonly table: Table,
    readonly player: Player,
  ) {}

  get playing(): boolean {
    return this.running || this.player.playing;
  }

  // ---- the book --------------------------------------------------------------------------------------

  /** Open it at a step, or at the last. */
  async begin(n = Infinity): Promise<boolean> {
    if (!(await this.read())) return false;
    this.open = true;
    await this.go(Math.min(n, this.steps.length - 1));
    return this.open;
  }

  /** The battle from its beginning. */
  async tell(): Promise<void> {
    if (await this.begin(0)) this.play();
  }

  /** Play the last turn in which anything was told. */
  async tellLast(): Promise<void> {
    const told = this.table.events.filter((event) => event.text && event.kind !== "turn"), turn = told.at(-1)?.turn;
    const first = told.find((event) => event.turn === turn);
    if (first && (await this.toEvent(first.n))) this.play();
  }

  /** Back to the table as it is. */
  close(): void {
    this.pause();
    this.open = false;
    this.loaded = "";
    this.player.clear();
    this.table.lookBack(null);
  }

  /** Something has happened at the table meanwhile: there may be more to look back on, or less. */
  async follow(): Promise<void> {
    if (!this.open || !(await this.read()) || !this.open) return;
    if (this.at >= this.steps.length) await this.go(this.steps.length - 1);
  }

  private async read(): Promise<boolean> {
    try {
      const { steps, everything } = await api.history(this.table.token);
      if (!alike(this.steps, steps)) {
        this.kept.clear();
        this.films.clear();
      }
      this.steps = steps;
      this.everything = everything;
      if (!everything) this.see = "own";
      return true;
    } catch (error) {
      this.table.say(error instanceof Refused ? error.message : T.replay.unreached);
      return false;
    }
  }

  // ---- leafing -----------------------------------------------------------------------------------------

  /** Lay a step on the table; beyond the last is now. */
  async go(n: number): Promise<void> {
    if (n >= this.steps.length) return this.close();
    this.at = Math.max(0, n);
    const { at, see } = this;
    try {
      const picture = await this.picture(at);
      if (this.open && this.at === at && this.see === see) this.lay(picture);
    } catch (error) {
      this.pause();
      if (error instanceof Refused && error.status === 422) return this.follow();
      this.table.say(error instanceof Refused ? error.message : T.replay.unreached);
      if (!this.table.past) this.close();
    }
  }

  private lay(picture: Picture): void {
    const step = this.step;
    if (!step) return;
    if (this.loaded) this.player.clear();
    this.loaded = "";
    this.table.lookBack({ turn: step.turn, phase: step.phase, picture });
    void this.film(this.at).then((takes) => {
      // The step lies there as it ended; its events are at hand.
      if (this.open && this.step === step && !this.loaded && !this.running) this.put(step.n, takes, takes.length);
    }, () => undefined);
    // The leaves on both sides are turned up already, so that the next step is there at once.
    for (const near of [this.at + 1, this.at - 1]) if (this.steps[near]) void this.picture(near).catch(() => undefined);
  }

  private picture(n: number): Promise<Picture> {
    return this.once(this.kept, n, () => api.past(this.table.token, n, this.see).then((past) => past.picture));
  }

  /** What happened in a step, to be played. */
  private film(n: number): Promise<Take[]> {
    const step = this.steps[n];
    if (!step || step.first < 0) return Promise.resolve([]);
    return this.once(this.films, n, async () => {
      const reel = await api.reel(this.table.token, step.first, step.last, this.see);
      const takes = staged(reel, this.table.events, this.table.data?.scenes ?? {});
      return takes.filter((take) => take.turn === step.turn && take.phase === step.phase);
    });
  }

  private once<A>(kept: Map<string, Promise<A>>, n: number, make: () => Promise<A>): Promise<A> {
    const key = `${this.see}/${n}`, had = kept.get(key);
    if (had) return had;
    const asked = make();
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    for (const old of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(old);
    }
    return asked;
  }

  /** Put a step into the player, at one of its events or at its end. */
  private put(n: number, takes: Take[], at: number): void {
    this.loaded = `${this.see}/${n}`;
    this.player.onend = () => void this.ended();
    if (takes.length) this.player.load(takes, at);
    else this.player.clear();
  }

  /** Go to an event of a step, the first or the last. */
  private async enter(n: number, at: "first" | "last"): Promise<boolean> {
    if (n >= this.steps.length) {
      this.close();
      return false;
    }
    const { see } = this;
    this.at = Math.max(0, n);
    try {
      const takes = await this.film(this.at);
      if (!this.open || this.see !== see || this.at !== Math.max(0, n)) return false;
      if (!takes.length) {
        await this.go(this.at);
        return false;
      }
      this.put(this.at, takes, at === "first" ? 0 : takes.length - 1);
      void this.film(this.at + 1).catch(() => undefined);
      return true;
    } catch {
      await this.go(this.at);
      return false;
    }
  }

  /** A phase by hand: whatever is playing stops. */
  leaf(by: number): void {
    this.pause();
    void this.go(this.at + by);
  }

  /** An event on, which is played; or one back. */
  async event(by: 1 | -1): Promise<void> {
    this.running = false;
    if (this.loaded && this.player.step(by)) return;
    this.player.pause();
    if (by < 0 && this.at <= 1) return this.go(0);
    if ((await this.enter(this.at + by, by > 0 ? "first" : "last")) && by > 0) this.player.one();
  }

  turn(by: 1 | -1): void {
    this.pause();
    void this.go(nextTurn(this.steps, this.at, by));
  }

  jump(n: number): void {
    this.pause();
    void (this.open ? this.go(n) : this.begin(n));
  }

  /** To the step in which something was told; whether there is one, for what is told now has none yet. */
  async toEvent(n: number): Promise<boolean> {
    this.pause();
    if (!this.steps.length || n > (this.steps.at(-1)?.last ?? -1)) if (!(await this.read())) return false;
    const found = stepOf(this.steps, n);
    if (found < 0) {
      if (this.open) this.close();
      return false;
    }
    this.open = true;
    if (await this.enter(found, "first")) {
      const at = this.player.find(n);
      if (at >= 0) this.player.seek(at);
    }
    return this.open;
  }

  // ---- playing -------------------------------------------------------------------------------------------

  play(): void {
    if (!this.open) return;
    if (SPEEDS[prefs.pace] === Infinity) prefs.pace = SPEEDS.length - 2;
    this.running = true;
    if (this.loaded && this.player.at < this.player.takes.length) this.player.play();
    else void this.ended();
  }

  pause(): void {
    this.running = false;
    this.player.pause();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** A step is over: the next, if one after the other is played. */
  private async ended(): Promise<void> {
    while (this.running && this.open) {
      if (await this.enter(this.at + 1, "first")) return this.player.play();
      if (this.running && this.open) await new Promise((go) => setTimeout(go, 250));
    }
  }

  // ---- whose eyes ------------------------------------------------------------------------------------------

  async look(see: Seeing): Promise<void> {
    this.pause();
    this.see = see;
    await this.go(this.at);
  }

  /** The host lets everybody see all troops, once it is over. */
  async reveal(host: string): Promise<void> {
    try {
      await api.host(host, "reveal", { revealed: true });
    } catch (error) {
      if (error instanceof Refused) this.table.say(error.message, error.rule, "refused");
      return;
    }
    if (await this.read()) await this.look("all");
  }

  // ---- keys --------------------------------------------------------------------------------------------------

  /** Whether a key was for looking back. */
  key(event: KeyboardEvent): boolean {
    const at = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || at?.matches("input:not([type=range]), textarea, select")) return false;
    if (!this.open) return event.key === "[" && (void this.begin(), true);
    const does = this.keys[event.key];
    if (does) return does(), true;
    return playKey(event, { player: this.player, step: (by) => void this.event(by), phase: (by) => this.leaf(by), toggle: () => this.toggle(), close: () => this.close() });
  }

  private readonly keys: Record<string, () => void> = {
    ArrowUp: () => this.turn(-1), ArrowDown: () => this.turn(1), Home: () => this.jump(0), End: () => this.close(),
  };
}
