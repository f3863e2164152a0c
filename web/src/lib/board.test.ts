import { expect, it } from "vitest";
import { changes } from "./changes";
import { directionTo, isDirections, spaceIn } from "./directions";
import { fitted, together } from "./previews";
import type { Option, Picture, Preview, Space, UnitPicture } from "./types";

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

const unit = (more: Partial<UnitPicture>): UnitPicture => ({ id: "a", own: true, where: "table", men: 600, guns: 0, level: 0, status: "resolute", disorder: 0, engaged: [] as string[], ...more }) as UnitPicture;
const table = (...units: UnitPicture[]): Picture => ({ units }) as Picture;

it("tells what became of units, one's own and the gravest first", () => {
  const before = table(unit({}), unit({ id: "b" }), unit({ id: "foe", own: false }));
  const after = table(unit({ men: 560 }), unit({ id: "b", men: 500, level: 3, status: "broken" }), unit({ id: "foe", own: false, where: "lost" }), unit({ id: "new", own: false }));
  expect(changes(before, after).map(({ unit: id, words }) => [id, ...words])).toEqual([
    ["b", "now broken", "loses 100 men"], ["a", "loses 40 men"], ["foe", "is lost"], ["new", "comes into sight"],
  ]);
  expect(changes(after, after)).toEqual([]);
  expect(changes(after, before).map((change) => [change.unit, ...change.words])).toContainEqual(["new", "is out of sight"]);
});

const told = (more: Partial<Option>): Option => ({ key: "order:b", text: "", rule: "", fields: {}, optional: {}, ...more });
it("tells another unit as much of an order as it can be told", () => {
  const option = told({ fields: { leader: { type: "choice", values: ["near", "far"] }, formation: { type: "choice", values: ["line"] }, paces: { type: "number", low: 0, high: 100 } }, optional: { formation: "" } });
  expect(fitted(option, { leader: "elsewhere", formation: "square", paces: 50, target: "foe" })).toEqual({ leader: "near", paces: 50 });
});
it("adds up what one order does to several, and refuses it where one of them cannot", () => {
  const one = (cost: number, more: Partial<Preview> = {}) => ({ units: [], points: [], cost, left: 3, arrives: 0, notes: ["n"], ...more }) as Preview;
  expect(together([one(1), null, one(2)])).toMatchObject({ cost: 3, left: null, notes: ["n"], refusal: null });
  expect(together([one(1), one(0, { refusal: { error: "no", rule: "R" } })])?.refusal?.error).toBe("no");
  expect(together([null])).toBeNull();
});
