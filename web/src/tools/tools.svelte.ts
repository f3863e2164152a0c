/** Tools over the map: lines of sight, what lies under the pointer, how far the enemy reaches. What is asked of the server, and when. */

import { api, Refused } from "../lib/client";
import type { Table } from "../lib/store.svelte";
import type { GroundCard, Reach, SightLine, Spot } from "../lib/types";

/** Milliseconds for which a pointer has to rest. */
const REST = 420;

export class Tools {
  sighting = $state(false);
  reaching = $state(false);
  legend = $state(false);
  sight = $state.raw<SightLine | null>(null);
  reaches = $state.raw<Reach[]>([]);
  under = $state.raw<{ card: GroundCard; x: number; y: number } | null>(null);
  /** Drawings and panels of the tools, fetched when the first is taken up. */
  kit = $state.raw<typeof import("./kit") | null>(null);

  private timer = 0;
  private asked = 0;

  constructor(private readonly table: Table) {}

  get any(): boolean {
    return this.sighting || this.reaching || this.legend;
  }

  async take(): Promise<void> {
    try {
      this.kit ??= await import("./kit");
    } catch {
      // The line is cut: it is tried again when a tool is taken up again.
    }
  }

  toggleSight(on = !this.sighting): void {
    this.sighting = on;
    this.sight = null;
    if (on) void this.take();
  }

  /** What lies between two places; an answer that comes too late for its line is let go. */
  async look(line: [Spot, Spot] | null): Promise<void> {
    const asked = ++this.asked;
    this.sight = null;
    if (!line) return;
    try {
      const found = await api.sight(this.table.token, ...line);
      if (asked === this.asked && this.sighting) this.sight = found;
    } catch (error) {
      if (error instanceof Refused) this.table.say(error.message, error.rule, "refused");
    }
  }

  /** The enemy's reach as it is now. */
  async refresh(): Promise<void> {
    if (!this.reaching) return;
    void this.take();
    try {
      this.reaches = await api.reach(this.table.token);
    } catch (error) {
      this.reaches = [];
      if (error instanceof Refused) this.table.say(error.message, error.rule, "refused");
    }
  }

  /** The pointer rests on open ground, or has left it. */
  point(spot: Spot | null, x: number, y: number): void {
    clearTimeout(this.timer);
    this.under = null;
    if (!spot) return;
    this.timer = window.setTimeout(() => void this.tell(spot, x, y), REST);
  }

  private async tell(spot: Spot, x: number, y: number): Promise<void> {
    const timer = this.timer;
    try {
      const card = await api.footing(this.table.token, spot);
      await this.take();
      if (timer === this.timer) this.under = { card, x, y };
    } catch {
      // Nothing is told of it then: rules that say nothing of the ground, or a line that is cut.
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
