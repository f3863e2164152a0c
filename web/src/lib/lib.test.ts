import { expect, it } from "vitest";
import { luck, oneIn } from "../dice/dice";
import { formOf } from "../asking/forms";
import { candidates } from "../orders/gestures";
import { tokenIn } from "./links";
import { besides } from "../orders/placing";
import { day, words } from "./text";
import type { FieldForm, TableEvent, UnitPicture } from "./types";
import { madeEvent, madeOption } from "./made";

const thrown = (dice: number[], sides?: number): TableEvent => madeEvent({ roll: { check: "morale", rule: "", dice, sides } });

it("tells dice by their kind, and their average from what was to be expected", () => {
  const [six, hundred] = luck([thrown([1, 6], 6), thrown([55], 100)]);
  expect(six).toMatchObject({ sides: 6, thrown: 2, mean: 3.5, expected: 3.5, off: 0 });
  expect(hundred).toMatchObject({ sides: 100, expected: 50.5 });
});
it("counts no dice whose kind is not told", () => expect(luck([thrown([1, 2, 3])])).toEqual([]));
it("says how rare it is to stray so far", () => {
  expect(oneIn(0)).toBe(1);
  expect(oneIn(1.96)).toBe(20);
});

const unit = { x: 100, y: 100, heading: 90 } as UnitPicture;
const way = { values: {}, over: -1, most: 180, turn: "", far: "" };
const form = formOf({ ways: [
  { ...way, values: { movement: "forward" }, most: 4, far: "paces" }, { ...way, values: { movement: "oblique" }, over: 4, most: 60, turn: "degrees", far: "paces" },
  { ...way, values: { movement: "backward" }, over: 135, far: "paces" }, { ...way, values: { movement: "wheel" }, turn: "degrees" }, { ...way, values: { movement: "pirouette" } },
] });
const order = madeOption({ key: "o", fields: { movement: { type: "choice", values: ["", "forward", "oblique", "wheel", "backward"] }, degrees: { type: "number", low: -180, high: 180 }, paces: { type: "number", low: 0, high: 1200 } }, form });
it("marches straight at a spot ahead, obliques to one aside, wheels to one on the flank", () => {
  expect(candidates(unit, [200, 100], order)[0]).toEqual({ movement: "forward", paces: 100 });
  expect(candidates(unit, [200, 150], order)[0]).toMatchObject({ movement: "oblique", degrees: -27 });
  expect(candidates(unit, [100, 0], order)[0]).toEqual({ movement: "wheel", degrees: 90 });
  expect(candidates(unit, [0, 100], order)[0]).toMatchObject({ movement: "backward" });
  expect(candidates(unit, [200, 100], order)).toEqual([{ movement: "forward", paces: 100 }, { movement: "wheel", degrees: 0 }]);
});
it("lays paces that the slider can show", () => {
  const stepped = { ...order, form: { ...form, fields: formOf({ fields: { paces: { step: 10 } as FieldForm } }).fields } };
  expect(candidates(unit, [247, 100], order)[0]).toEqual({ movement: "forward", paces: 145 });
  expect(candidates(unit, [247, 100], stepped)[0]).toEqual({ movement: "forward", paces: 150 });
  expect(candidates(unit, [102, 100], stepped)[0]).toEqual({ movement: "forward", paces: 10 });
});
it("finds a seat's key in a link however it was pasted", () => {
  const key = "wkgyvQhXbJvaq-lWQgIdHKyCWKqPzporD57oP7cz7mo";
  expect(tokenIn(` http://127.0.0.1:8765/#/seat/${key}\n`)).toBe(key);
  expect(tokenIn(key)).toBe(key);
  expect(tokenIn("http://127.0.0.1/")).toBe("");
});
it("writes words and dates as people do", () => {
  expect(words("march_column")).toBe("march col.");
  expect(words("some_new_word")).toBe("some new word");
  expect(day("1813-09-14")).toBe("14 September 1813");
  expect(day("summer 1813")).toBe("summer 1813");
});
it("lays a slip beside the target and over neither him nor who aims", () => {
  const frame = { left: 300, top: 60, right: 1240, bottom: 970 };
  const at = (x: number, y: number, half = 8) => ({ left: x - half, right: x + half, top: y - 8, bottom: y + 8 });
  const right = besides(at(700, 400), at(500, 420), 272, 300, frame);
  expect(right.x).toBeGreaterThan(700);
  const left = besides(at(700, 400), at(900, 420), 272, 300, frame);
  expect(left.x + 272).toBeLessThan(700);
  const tight = besides(at(1150, 400), at(1000, 420), 272, 300, frame);
  expect(tight.y > 420 || tight.y + 300 < 400 || tight.x + 272 < 1000).toBe(true);
  // a long line that reaches under where the slip would lie by its middle
  const long = at(560, 640, 240), slip = besides(at(640, 420), long, 272, 300, frame);
  expect(slip.y + 300 < long.top || slip.y > long.bottom || slip.x > long.right || slip.x + 272 < long.left).toBe(true);
});
it("lays a slip over as few bystanders as may be, and leaves it where it lies unless that is much worse", () => {
  const frame = { left: 300, top: 60, right: 1240, bottom: 970 }, at = (x: number, y: number, half = 8) => ({ left: x - half, right: x + half, top: y - 8, bottom: y + 8 });
  const free = besides(at(700, 400), at(500, 420), 272, 300, frame), there = at(free.x + 100, free.y + 100, 60);
  const moved = besides(at(700, 400), at(500, 420), 272, 300, frame, [there]);
  expect(moved).not.toEqual(free);
  expect(besides(at(700, 400), at(500, 420), 272, 300, frame, [], { x: 900, y: 500 })).toEqual({ x: 900, y: 500 });
  expect(besides(at(700, 400), at(500, 420), 272, 300, frame, [], { x: 600, y: 300 })).toEqual(free);
});
it("keeps a slip that is as high as its frame off both", () => {
  const frame = { left: 300, top: 60, right: 1040, bottom: 724 }, target = { left: 690, right: 740, top: 390, bottom: 430 }, firer = { left: 480, right: 520, top: 400, bottom: 440 };
  const slip = besides(target, firer, 272, 664, frame);
  expect(slip).toEqual({ x: 768, y: 60 });
});
