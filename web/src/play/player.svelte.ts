/** Plays takes one after the other: at a speed, from event to event, as far as one wants. It knows the time and the table that
 *  belongs to it; what that looks like is painted by whoever listens (`frames`). */

import { flushSync } from "svelte";
import { prefs } from "../lib/prefs.svelte";
import type { Picture } from "../lib/types";
import { along, type Pose } from "../stage/motion";
import { crowd, type Take } from "../stage/stage";
import { lasts, onTheWay, pace, turnsAt } from "./timing";

/** How many times as fast as usual; the last is: at once. */
export const SPEEDS = [0.5, 1, 2, 4, Infinity] as const;
/** What is asked for by hand is seen, however fast the rest is. */
const FASTEST = 4;
/** A frame that comes later than this was not seen: time stands still meanwhile. */
const LONGEST_FRAME = 80;

export interface Screen {
  /** Lay a table out. */
  show(picture: Picture, take: Take): void;
  /** Where those are who are on their way, and who of them is painted instead of moved; nobody is, if nothing is said. */
  pose(at: ReadonlyMap<string, Pose> | null, painted?: ReadonlySet<string>): void;
  /** Somebody whom one should be able to see. */
  follow(ids: string[]): void;
  /** A take begins. */
  begins(take: Take): void;
}

export class Player {
  takes = $state.raw<Take[]>([]);
  /** The take that is on; as many as there are when all have been. */
  at = $state(0);
  playing = $state(false);
  /** Only what concerns one's own. */
  readonly mine = $derived(prefs.onlyMine);
  readonly take = $derived<Take | null>(this.takes[this.at] ?? null);
  /** Whether what came of the take is on the table already. */
  shown = $state(false);
  /** Faster than one has chosen, so that a long story does not keep anybody from what he has to decide. */
  tempo = 1;
  /** Milliseconds into the take, at the usual speed. */
  t = 0;
  readonly frames = new Set<() => void>();
  /** What comes after the last take. */
  onend: () => void = () => undefined;

  private frame = 0;
  private last = 0;
  private single = false;

  constructor(private readonly screen: Screen) {}

  get speed(): number {
    return SPEEDS[prefs.pace] ?? 1;
  }

  get quiet(): boolean {
    return prefs.calm;
  }

  // ---- the reel ---------------------------------------------------------------------------------------

  /** Put in another reel, at one of its takes; or at its end, where the table that belongs to it lies already. */
  load(takes: Take[], at = 0): void {
    this.stop();
    this.takes = takes;
    this.tempo = 1;
    if (at < takes.length) return this.cut(at, "start");
    this.at = takes.length;
    this.t = takes.length ? lasts(takes.at(-1)!) : 0;
    this.shown = true;
    this.tell();
  }

  /** More has happened meanwhile. */
  append(takes: Take[]): void {
    this.takes = [...this.takes, ...takes];
  }

  /** Take the reel out. */
  clear(): void {
    this.stop();
    this.takes = [];
    this.at = 0;
    this.t = 0;
    this.screen.pose(null);
    this.tell();
  }

  /** How long what is still to come takes, at the usual speed. */
  get left(): number {
    return this.takes.slice(this.at).reduce((sum, take) => sum + (this.wanted(take) ? lasts(take) : 0), 0);
  }

  private wanted = (take: Take): boolean => !this.mine || take.mine;

  /** The next take that is wanted, this way. */
  private next(by: 1 | -1): number {
    let n = this.at + by;
    while (this.takes[n] && !this.wanted(this.takes[n]!)) n += by;
    return n;
  }

  // ---- by hand ------------------------------------------------------------------------------------------

  play(): void {
    // one take that is on goes on into the others
    if (this.playing) return void (this.single = false);
    if (this.take && this.t >= lasts(this.take)) this.cut(this.next(1), "start");
    if (!this.take) return this.ended();
    this.single = false;
    this.run();
  }

  pause(): void {
    this.stop();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** One take on, played to its end; or one back, as it had come out. Whether there was one. */
  step(by: 1 | -1): boolean {
    this.stop();
    const n = this.next(by);
    if (n < 0 || n >= this.takes.length) return false;
    this.cut(n, by > 0 ? "start" : "end");
    if (by > 0) this.one();
    return true;
  }

  /** The take that is on, to its end and no further. */
  one(): void {
    if (!this.take) return;
    this.single = true;
    this.run();
  }

  /** To the first take of the next phase, or of this one, or of the one before. */
  phase(by: 1 | -1): void {
    const was = this.playing && !this.single, of = (n: number): string => { const take = this.takes[n]; return take ? `${take.turn}/${take.phase}` : ""; };
    this.stop();
    let n = Math.min(this.at, this.takes.length - 1);
    if (by > 0) while (n < this.takes.length && of(n) === of(this.at)) n++;
    else {
      if (n > 0 && of(n - 1) !== of(n)) n--;
      while (n > 0 && of(n - 1) === of(n)) n--;
    }
    this.cut(n, n >= this.takes.length ? "end" : "start");
    if (n >= this.takes.length) return this.ended();
    if (was) this.run();
  }

  seek(n: number): void {
    const was = this.playing && !this.single;
    this.stop();
    this.cut(n, "start");
    if (was) this.run();
    else this.one();
  }

  /** The take in which an event is told; -1 where it is in none. */
  find(event: number): number {
    return this.takes.findIndex((take) => [...take.deeds, ...take.effects].some((deed) => deed.event.n === event));
  }

  setPace(n: number): void {
    prefs.pace = n;
    if (this.speed === Infinity && this.playing) this.rush();
  }

  /** All the rest at once. */
  rush(): void {
    this.stop();
    this.cut(this.takes.length, "end");
    this.ended();
  }

  // ---- the clock -------------------------------------------------------------------------------------------

  /** Lay a take on the table, at its beginning or as it had come out. */
  private cut(n: number, where: "start" | "end"): void {
    const past = n >= this.takes.length, take = this.takes[past ? this.takes.length - 1 : n];
    this.at = Math.max(0, n);
    if (!take) return;
    const end = past || where === "end";
    this.t = end ? lasts(take) : 0;
    this.shown = end || turnsAt(take) <= 0;
    this.screen.show(this.shown ? take.after : take.before, take);
    flushSync();
    this.pose(take);
    if (!past && (prefs.follow || prefs.director)) this.screen.follow(followed(take));
    if (!end) this.screen.begins(take);
    this.tell();
  }

  private run(): void {
    if (this.speed === Infinity && !this.single) return this.rush();
    this.playing = true;
    this.last = performance.now();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.tick);
  }

  private stop(): void {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }

  private readonly tick = (now: number): void => {
    const take = this.take;
    if (!this.playing || !take) return;
    this.t += Math.min(LONGEST_FRAME, Math.max(0, now - this.last)) * Math.min(this.speed, FASTEST) * this.tempo;
    this.last = now;
    if (!this.shown && this.t >= turnsAt(take)) {
      this.shown = true;
      this.screen.show(take.after, take);
      flushSync();
    }
    if (this.t >= lasts(take)) return this.over();
    this.pose(take);
    this.tell();
    this.frame = requestAnimationFrame(this.tick);
  };

  private over(): void {
    if (this.single) {
      this.t = lasts(this.take!);
      this.pose(this.take!);
      this.tell();
      return this.stop();
    }
    const n = this.next(1);
    if (n >= this.takes.length) {
      this.stop();
      this.cut(this.takes.length, "end");
      return this.ended();
    }
    this.cut(n, "start");
    this.frame = requestAnimationFrame(this.tick);
  }

  private ended(): void {
    this.onend();
  }

  private pose(take: Take): void {
    if (!take.ways.size) return this.screen.pose(null);
    const gone = this.quiet ? 1 : onTheWay(take, this.t);
    if (gone >= 1 || !this.shown) return this.screen.pose(null);
    const painted = crowd(take);
    this.screen.pose(new Map([...take.ways].filter(([id]) => !painted.has(id)).map(([id, way]) => [id, along(way, pace(take)(gone))])), painted);
  }

  private tell(): void {
    for (const heard of this.frames) heard();
  }
}

/** Whom one wants to see of a take: not the whole army, unless the map may go as far back as that needs. */
const MOST_FOLLOWED = 6;
function followed(take: Take): string[] {
  const ids = [...new Set(take.deeds.flatMap((deed) => [deed.who, deed.whom]).filter(Boolean))];
  return ids.length > MOST_FOLLOWED && !prefs.director ? [] : ids;
}
