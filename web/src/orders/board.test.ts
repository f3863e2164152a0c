import { expect, it } from "vitest";
import { changes } from "../told/changes";
import { directionTo, isDirections, spaceIn } from "./directions";
import { fitted, leaves, round, summed, together, type Share } from "./previews";
import type { Option, Picture, Preview, Space, UnitPicture, UnitPreview } from "../lib/types";
import { sorting } from "../troops/sorting";
import { madeOption, madePlace, madePreview, madeUnit } from "../lib/made";

const facing = (heading: number, space: Space = [3, 4]) => ({ space, heading });

it("knows which space lies in a direction, whichever way a unit faces", () => {
  expect(spaceIn(facing(0), "forward")).toEqual([3, 5]);
  expect(spaceIn(facing(90), "forward")).toEqual([4, 4]);
  expect(spaceIn(facing(180), "forward_right")).toEqual([2, 3]);
  expect(spaceIn(facing(270), "back_left")).toEqual([4, 3]);
});
it("steps towards a place, and not at all where no step leads nearer", () => {
  const all = ["forward", "forward_right", "right", "back"];
  expect(directionTo(facing(0), [420, 1000], 120, all)).toBe("forward");
  expect(directionTo(facing(0), [900, 1100], 120, all)).toBe("forward_right");
  expect(directionTo(facing(0), [10, 540], 120, all)).toBe("");
});
it("takes for directions only a choice of nothing else", () => {
  expect(isDirections({ type: "choice", values: ["forward", "back"] })).toBe(true);
  expect(isDirections({ type: "choice", values: ["", "forward", "wheel"] })).toBe(false);
});

const unit = (more: Partial<UnitPicture>): UnitPicture => ({ id: "a", own: true, where: "table", men: 600, guns: 0, steadiness: { step: 0, of: 6, word: "resolute" }, rows: [] as UnitPicture["rows"], engaged: [] as string[], ...more }) as UnitPicture;
const table = (...units: UnitPicture[]): Picture => ({ units, leaders: [] as Picture["leaders"], measures: [{ key: "order", name: "Disorder", first: "most", more: "{n} more disorder", less: "" }] }) as Picture;

it("tells what became of units, one's own and the gravest first", () => {
  const before = table(unit({}), unit({ id: "b" }), unit({ id: "foe", own: false }));
  const after = table(unit({ men: 560 }), unit({ id: "b", men: 500, steadiness: { step: 3, of: 6, word: "broken" } }), unit({ id: "foe", own: false, where: "lost" }), unit({ id: "new", own: false }));
  expect(changes(before, after).map(({ unit: id, words }) => [id, ...words])).toEqual([
    ["b", "now broken", "100 men lost"], ["a", "40 men lost"], ["foe", "is lost"], ["new", "comes into sight"],
  ]);
  expect(changes(after, after)).toEqual([]);
  expect(changes(after, before).map((change) => [change.unit, ...change.words])).toContainEqual(["new", "is out of sight"]);
});

const told = (more: Partial<Option>): Option => madeOption({ key: "order:b", ...more });
it("tells another unit as much of an order as it can be told", () => {
  const option = told({ fields: { leader: { type: "choice", values: ["near", "far"] }, formation: { type: "choice", values: ["line"] }, paces: { type: "number", low: 0, high: 100 } }, optional: { formation: "" } });
  expect(fitted(option, { leader: "elsewhere", formation: "square", paces: 50, target: "foe" })).toEqual({ leader: "near", paces: 50 });
});
const share = (name: string, cost: number, left: number | null, leader = "king", refusal: Preview["refusal"] = null): Share =>
  ({ unit: name, option: told({ key: `order:${name}` }), values: { leader }, preview: madePreview({ cost, left, notes: ["n"], refusal }) });
const named = (shares: Share[]) => shares.map((each) => each.unit);

it("reckons an order for several against the points of whoever pays, the cheapest first", () => {
  const all = round([share("a", 2, 2), share("b", 1, 3), share("c", 2, 2), share("d", 1, 0, "duke")]);
  expect([named(all.able), named(all.short), all.cost]).toEqual([["b", "d", "a"], ["c"], 4]);
  expect(all.left).toBeNull();
  expect(round([share("a", 2, 2), share("b", 1, 3)]).left).toBe(1);
  expect(round([share("a", 0, null, ""), share("b", 0, null, "")])).toMatchObject({ cost: 0, left: null, short: [] });
});
it("leaves out who is refused, and is refused only where nobody can be told it", () => {
  const no = { error: "no", rule: "R" }, some = round([share("a", 0, null, "king", no), share("b", 1, 3)]);
  expect([named(some.able), some.refused.map((each) => each.unit)]).toEqual([["b"], ["a"]]);
  expect(together(some)).toMatchObject({ cost: 1, refusal: null, notes: ["n"] });
  expect(together(round([share("a", 0, null, "king", no)]))?.refusal).toEqual(no);
  expect(together(round([]))).toBeNull();
});
it("says of how many of several a penalty holds", () => {
  const worse = { label: "Wheel", value: 2, of: "disorder", tone: "bad" as const, rule: "R" }, slow = { ...worse, label: "Slope" };
  const of = (unit: string, ...penalties: (typeof worse)[]): UnitPreview => ({ unit, order: "", target: "", places: [], moves: true, track: [], scale: [], tallies: [], rows: [], penalties, rules: [], threats: [], odds: [] });
  expect(summed([of("a", worse, slow), of("b", slow), of("c", worse, slow), of("d", slow)])?.penalties.map((each) => each.label)).toEqual(["2 of 4: Wheel", "Slope"]);
  expect(summed([of("a", slow), of("b", worse, slow)])?.penalties.map((each) => each.label)).toEqual(["Slope", "1 of 2: Wheel"]);
  expect(summed([of("a", worse)])?.penalties).toEqual([worse]);
  expect(summed([])).toBeNull();
});

const row = (number: number) => ({ label: "Disorder", value: String(number), note: "", brief: "", tone: "ink" as const, glyph: "" as const, rule: "", key: "order", number });
it("tells a measure's change in the system's words, and only where that is news", () => {
  const before = table(unit({ rows: [row(1)] })), after = table(unit({ rows: [row(3)] }));
  expect(changes(before, after).map((change) => change.words)).toEqual([["2 more disorder"]]);
  expect(changes(after, before)).toEqual([]);
});
it("sorts by what every unit has and by what the system counts, whoever has none of it last", () => {
  const all = [unit({ id: "a", rows: [row(1)] }), unit({ id: "none" }), unit({ id: "b", rows: [row(4)], strength: 0.5 })];
  const sorts = sorting({ ...table(...all), ladder: "Nerve" }), sorted = (key: string) => all.toSorted(sorts.find((each) => each.key === key)?.by).map((each) => each.id);
  expect(sorts.map((each) => each.name)).toEqual(["Formation", "Strength", "Nerve", "Disorder", "What they do"]);
  expect(sorted("measure order")).toEqual(["b", "a", "none"]);
  expect(sorting(null).map((each) => each.name)).toEqual(["Formation", "Strength", "Steadiness", "What they do"]);
});

it("does not say of who only fires that he moves, though he is drawn where he stands", () => {
  const now = madeUnit({ x: 500, y: 400, heading: 90, formation: "attack_column" }), place = madePlace({ x: 500, y: 400, heading: 90, formation: "attack column" });
  const fires = { unit: "u", moves: true } as UnitPreview;
  expect(leaves({ ...fires, places: [place] }, now)).toBe(false);
  expect(leaves({ ...fires, places: [{ ...place, y: 480 }] }, now)).toBe(true);
  expect(leaves({ ...fires, places: [{ ...place, heading: 120 }] }, now)).toBe(true);
  expect(leaves(undefined, now)).toBe(false);
});
