/** Looking back: which step of the battle is on the table, and the hand that turns the leaves. Live play goes on underneath. */

import { api, Refused } from "../lib/client";
import type { Table } from "../lib/store.svelte";
import { T } from "../lib/text";
import type { Moment, Picture, Seeing } from "../lib/types";
import { alike, nextTurn, stepOf } from "./steps";

/** Milliseconds from step to step. */
export const SPEEDS = [2800, 1500, 800, 400] as const;
/** Of which the troops march for this share. */
const MARCH = 0.72;
const LONGEST_MARCH = 900;
/** Tables kept at hand. */
const MOST_KEPT = 80;

export class Replay {
  steps = $state.raw<Moment[]>([]);
  /** Whether the troops of all may be looked at. */
  everything = $state(false);
  see = $state<Seeing>("own");
  /** The step that is looked at; as many as there are for now. */
  at = $state(0);
  open = $state(false);
  playing = $state(false);
  speed = $state(1);

  readonly step = $derived<Moment | null>(this.open ? (this.steps[this.at] ?? null) : null);
  readonly march = $derived(`${Math.round(Math.min(LONGEST_MARCH, (SPEEDS[this.speed] ?? SPEEDS[1]) * MARCH))}ms`);

  private readonly kept = new Map<string, Promise<Picture>>();
  private timer = 0;

  constructor(private readonly table: Table) {}

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

  /** Back to the table as it is. */
  close(): void {
    this.pause();
    this.open = false;
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
      if (!alike(this.steps, steps)) this.kept.clear();
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
    this.table.lookBack({ turn: step.turn, phase: step.phase, picture });
    // The leaves on both sides are turned up already, so that the next step is there at once.
    for (const near of [this.at + 1, this.at - 1]) if (this.steps[near]) void this.picture(near).catch(() => undefined);
  }

  private picture(n: number): Promise<Picture> {
    const key = `${this.see}/${n}`, had = this.kept.get(key);
    if (had) return had;
    const asked = api.past(this.table.token, n, this.see).then((past) => past.picture);
    this.kept.set(key, asked);
    asked.catch(() => this.kept.delete(key));
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(old);
    }
    return asked;
  }

  /** A step by hand: whatever is playing stops. */
  leaf(by: number): void {
    this.pause();
    void this.go(this.at + by);
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
    await this.go(found);
    return this.open;
  }

  // ---- playing -------------------------------------------------------------------------------------------

  play(): void {
    if (!this.open) return;
    this.playing = true;
    this.next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      await this.go(this.at + 1);
      if (this.playing) this.next();
    }, SPEEDS[this.speed]);
  }

  faster(): void {
    this.speed = (this.speed + 1) % SPEEDS.length;
    if (this.playing) this.next();
  }

  // ---- whose eyes ------------------------------------------------------------------------------------------

  async look(see: Seeing): Promise<void> {
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

  /** Whether a key was for leafing. */
  key(event: KeyboardEvent): boolean {
    const at = event.target instanceof HTMLElement ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || at?.matches("input:not([type=range]), textarea, select")) return false;
    if (!this.open) return event.key === "[" && (void this.begin(), true);
    if (event.key === " " && at?.matches("button")) return false;
    const does = this.keys[event.key];
    does?.();
    return Boolean(does);
  }

  private readonly keys: Record<string, () => void> = {
    ArrowLeft: () => this.leaf(-1), "[": () => this.leaf(-1), ArrowRight: () => this.leaf(1), "]": () => this.leaf(1),
    ArrowUp: () => this.turn(-1), ArrowDown: () => this.turn(1), Home: () => this.jump(0), End: () => this.close(),
    " ": () => this.toggle(), Escape: () => this.close(),
  };
}
