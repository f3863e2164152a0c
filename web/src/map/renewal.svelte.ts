/** Another scale draws anew in steps, a frame each, so that none of them holds the hand up: first what is written beside the troops,
 *  then the troops. Until it is his turn, everybody keeps the figure of the last scale, stretched. */

import { f } from "../symbols/geometry";
import type { Standing } from "./scene";

/** Troops drawn in one step: a part of the window from side to side. Fewer would paint the same part of the sheet several times,
 *  and many more take longer than a frame should. */
const STEP = 50;

/** What is asked about the map that they stand on. */
export interface Renewed {
  shown: () => Standing[];
  /** Whether somebody is out of the window. */
  isAway: (each: Standing) => boolean;
  /** All are drawn at the new scale. */
  ondone: () => void;
}

export class Renewal {
  /** How many are drawn at the present scale. */
  reached = $state(Infinity);
  /** Whether what stands beside them is written at it. */
  lettered = $state(true);
  private frame = 0;
  private readonly turns = new Map<string, number>();
  /** Figures as they were drawn last, and the scale of that; one that never was has to wait. */
  private readonly inked = new Map<string, { svg: string; k: number }>();

  constructor(private readonly map: Renewed) {}

  get isOver(): boolean {
    return this.reached === Infinity;
  }

  begin(): void {
    this.reached = 0;
    this.lettered = false;
    cancelAnimationFrame(this.frame);
    this.next(() => this.next(() => { this.lettered = true; this.queue(); this.next(() => this.step()); }));
  }

  private next(act: () => void): void {
    this.frame = requestAnimationFrame(act);
  }

  /** Nobody is drawn: whoever comes back waits for his turn, rather than have all of them read anew at once. */
  forget(): void {
    this.inked.clear();
  }

  isFresh(each: Standing): boolean {
    return (this.turns.get(each.unit.id) ?? 0) < this.reached;
  }

  /** A figure as it is drawn in the present step. */
  ink(each: Standing, fresh: boolean, k: number): string {
    if (fresh) this.inked.set(each.unit.id, { svg: each.svg, k });
    return fresh ? each.svg : (this.inked.get(each.unit.id)?.svg ?? "");
  }

  /** How one who waits is stretched, as a part of his transform. */
  stretch(id: string, k: number): string {
    return ` scale(${f(k / (this.inked.get(id)?.k ?? k))})`;
  }

  /** Those in the window first, and neighbours together. */
  private queue(): void {
    const away = (each: Standing) => Number(this.map.isAway(each)), all = [...this.map.shown()].sort((a, b) => away(a) - away(b) || a.at[0] - b.at[0]);
    this.turns.clear();
    all.forEach(({ unit }, i) => this.turns.set(unit.id, i));
  }

  private step(): void {
    this.reached = this.reached + STEP >= this.map.shown().length ? Infinity : this.reached + STEP;
    if (this.isOver) this.map.ondone();
    else this.next(() => this.step());
  }
}
