/** Beats put on the stage: what the table looks like before and after each, and who goes which way meanwhile. It is made of
 *  the pictures of a reel and of nothing else, and ends in exactly the last of them. */

import type { LeaderPicture, Picture, Reel, TableEvent, UnitPicture } from "../lib/types";
import { beats, moves, named, type Beat, type Scenes } from "../play/beats";
import { turned, type Pose } from "./motion";
import { framed } from "../play/reel";

export interface Take extends Beat {
  before: Picture;
  after: Picture;
  /** The ways of units, leaders and riders, by id. */
  ways: Map<string, Pose[]>;
  /** Whether an own unit or leader does it, or suffers it. */
  mine: boolean;
  /** Whose deed it is: an own one's, or another's. */
  own: boolean;
}

/** More than so many are painted while they go: to move them all would take the browser too long. */
const FEW = 12;
const nobody: ReadonlySet<string> = new Set();
const crowds = new WeakMap<Take, ReadonlySet<string>>();
/** Units of a take that are painted on their way. */
export function crowd(take: Take): ReadonlySet<string> {
  const all = onTheMove(take);
  return all.size > FEW ? all : nobody;
}
/** Units of a take that go as figures: few enough for each to keep its name. */
export function striding(take: Take): ReadonlySet<string> {
  const all = onTheMove(take);
  return all.size > FEW ? nobody : all;
}
/** Whether so many do something at once that little is drawn of each. */
export const isThronged = (take: Take): boolean => take.deeds.length > FEW || crowd(take).size > 0;
function onTheMove(take: Take): ReadonlySet<string> {
  if (!take.ways.size) return nobody;
  const had = crowds.get(take) ?? new Set(take.after.units.filter((unit) => unit.where === "table" && take.ways.has(unit.id)).map((unit) => unit.id));
  crowds.set(take, had);
  return had;
}

type Placed = Pick<UnitPicture, "x" | "y" | "heading" | "formation" | "parts" | "shape" | "space" | "where">;
const placeOf = ({ x, y, heading, formation, parts, shape, space, where }: UnitPicture): Placed => ({ x, y, heading, formation, parts, shape, space, where });
const poseOf = (at: { x: number; y: number; heading?: number }): Pose => ({ x: at.x, y: at.y, heading: at.heading ?? 0 });
const elsewhere = (a: Pose, b: Pose): boolean => Math.hypot(a.x - b.x, a.y - b.y) > 0.5 || Math.abs(turned(a.heading, b.heading)) > 0.5;

/** The table while it is played: units and leaders that can be changed one by one. */
class Table {
  readonly units: Map<string, UnitPicture>;
  readonly leaders: Map<string, LeaderPicture>;
  constructor(private readonly from: Picture) {
    this.units = new Map(from.units.map((each) => [each.id, each]));
    this.leaders = new Map(from.leaders.map((each) => [each.id, each]));
  }
  picture(): Picture {
    return { ...this.from, units: [...this.units.values()], leaders: [...this.leaders.values()] };
  }
}

/** Ways grow as those who go them are seen at one place after another. */
function noted(ways: Map<string, Pose[]>, id: string, was: Pose, now: Pose): void {
  const way = ways.get(id) ?? [was];
  if (elsewhere(way.at(-1)!, now)) ways.set(id, [...way, now]);
}

/** What happened between two tables that were seen: the first and the last beat of it, and who changes at which. */
function plan(shown: readonly Beat[], names: readonly Set<string>[], before: Table, after: Picture): { place: Map<string, number>; rest: Map<string, number> } {
  const place = new Map<string, number>(), rest = new Map<string, number>();
  const last = (id: string, wanted: (beat: Beat) => boolean): number => shown.findLastIndex((beat, i) => wanted(beat) && names[i]!.has(id));
  const now = new Map(after.units.map((each) => [each.id, each]));
  for (const id of new Set([...before.units.keys(), ...now.keys()])) {
    const any = last(id, () => true), going = last(id, (beat) => moves(beat.act));
    if (any < 0) continue;
    rest.set(id, any);
    place.set(id, going < 0 ? any : going);
  }
  for (const { id } of after.leaders) {
    const going = last(id, (beat) => moves(beat.act));
    if (going >= 0) place.set(id, going);
  }
  return { place, rest };
}

/** The takes of a reel. `start` is the table from which it is played, where that is not the reel's own. */
export function staged(reel: Reel, events: readonly TableEvent[], scenes: Scenes, start: Picture = reel.base): Take[] {
  const told = events.filter((event) => event.n >= reel.first && event.n <= reel.last);
  const all = beats(told, scenes), takes: Take[] = [];
  let seen = reel.base, now = start, from = reel.first - 1;
  while (reel.frames.some((frame) => frame.n > from)) {
    const whole = reel.frames.find((frame) => frame.whole && frame.n > from)!;
    const mids = reel.frames.filter((frame) => !frame.whole && frame.n > from && frame.n < whole.n);
    const here = all.filter((beat) => beat.first > from && beat.first <= whole.n), names = here.map(named);
    let after = seen;
    for (const frame of [...mids, whole]) after = framed(after, frame);
    const table = new Table(now), { place, rest } = plan(here, names, table, after), target = new Map(after.units.map((each) => [each.id, each])), heads = new Map(after.leaders.map((each) => [each.id, each]));
    here.forEach((beat, i) => {
      const before = i ? table.picture() : now, ways = new Map<string, Pose[]>(), isLast = i === here.length - 1, until = isLast ? whole.n : here[i + 1]!.first - 1;
      for (let frame = mids[0]; frame && frame.n <= until; frame = mids[0]) {
        mids.shift();
        seen = framed(seen, frame);
        glimpsed(table, seen, ways, frame.lists);
      }
      for (const [id, at] of place) if (at === i) placed(table, id, target.get(id), heads.get(id), ways);
      for (const [id, at] of rest) if (at === i) settled(table, id, target.get(id));
      if (isLast) for (const unit of after.units) noteEnd(table, unit, ways);
      const picture = isLast ? after : { ...table.picture(), turn: beat.turn, phase: beat.phase };
      riding(before, picture, ways);
      takes.push({ ...beat, before: { ...before, turn: beat.turn, phase: beat.phase }, after: picture, ways, ...whose(beat, names[i]!, before, picture) });
    });
    seen = now = after;
    from = whole.n;
  }
  return takes;
}

/** Those who were seen on their way. */
function glimpsed(table: Table, seen: Picture, ways: Map<string, Pose[]>, lists: Reel["frames"][number]["lists"]): void {
  const ids = (name: string): Set<string> => new Set((lists[name]?.changed as { id: string }[] | undefined)?.map((each) => each.id));
  const units = ids("units"), leaders = ids("leaders");
  for (const unit of seen.units) {
    const had = table.units.get(unit.id);
    if (!had || !units.has(unit.id)) continue;
    if (had.where === "table") noted(ways, unit.id, poseOf(had), poseOf(unit));
    table.units.set(unit.id, { ...had, ...placeOf(unit) });
  }
  for (const leader of seen.leaders) {
    const had = table.leaders.get(leader.id);
    if (!had || !leaders.has(leader.id)) continue;
    noted(ways, leader.id, poseOf(had), poseOf(leader));
    table.leaders.set(leader.id, { ...had, x: leader.x, y: leader.y, attached: leader.attached, where: leader.where });
  }
}

/** Where somebody stands when the phase is over. */
function placed(table: Table, id: string, unit: UnitPicture | undefined, leader: LeaderPicture | undefined, ways: Map<string, Pose[]>): void {
  const had = table.units.get(id), led = table.leaders.get(id);
  if (had && unit) {
    if (had.where === "table" && unit.where === "table") noted(ways, id, poseOf(had), poseOf(unit));
    table.units.set(id, { ...had, ...placeOf(unit) });
  }
  if (led && leader) {
    noted(ways, id, poseOf(led), poseOf(leader));
    table.leaders.set(id, leader);
  }
}

/** What has become of a unit otherwise: it stands where it stands. */
function settled(table: Table, id: string, unit: UnitPicture | undefined): void {
  const had = table.units.get(id);
  if (!unit) table.units.delete(id);
  else table.units.set(id, had ? { ...unit, ...placeOf(had) } : unit);
}

/** Who moved without a word of it does so at the end. */
function noteEnd(table: Table, unit: UnitPicture, ways: Map<string, Pose[]>): void {
  const had = table.units.get(unit.id);
  if (had && had.where === "table" && unit.where === "table") noted(ways, unit.id, ways.get(unit.id)?.at(-1) ?? poseOf(had), poseOf(unit));
}

/** Aides who are on the road before and after. */
function riding(before: Picture, after: Picture, ways: Map<string, Pose[]>): void {
  const had = new Map(before.riders.map((each) => [each.id, each]));
  for (const rider of after.riders) {
    const was = had.get(rider.id);
    if (was) noted(ways, rider.id, poseOf(was), poseOf(rider));
  }
  const led = new Map(before.leaders.map((each) => [each.id, each]));
  for (const leader of after.leaders) {
    const was = led.get(leader.id);
    if (was && !ways.has(leader.id)) noted(ways, leader.id, poseOf(was), poseOf(leader));
  }
}

function whose(beat: Beat, names: ReadonlySet<string>, ...pictures: Picture[]): { own: boolean; mine: boolean } {
  const own = new Set(pictures.flatMap((picture) => [...picture.units, ...picture.leaders].filter((each) => each.own).map((each) => each.id)));
  const first = beat.deeds.find((deed) => deed.who)?.who ?? "";
  return { own: !first || own.has(first), mine: !names.size || [...names].some((id) => own.has(id)) };
}
