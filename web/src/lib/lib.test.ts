import { expect, it } from "vitest";
import { luck, oneIn } from "./dice";
import { candidates } from "./gestures";
import { tokenIn } from "./links";
import { day, words } from "./text";
import type { Option, TableEvent, UnitPicture } from "./types";

const thrown = (dice: number[], check = "morale"): TableEvent => ({ n: 0, kind: "x", turn: 1, phase: "", quarter: 0, text: "", roll: { check, rule: "", dice } });

it("tells dice by the largest that fell, and their average from what was to be expected", () => {
  const [ten, hundred] = luck([thrown([1, 10]), thrown([55], "fire")]);
  expect(ten).toMatchObject({ sides: 10, thrown: 2, mean: 5.5, expected: 5.5, off: 0 });
  expect(hundred).toMatchObject({ sides: 100, expected: 50.5 });
});
it("takes dice for six-sided when a dozen stay below seven", () => expect(luck([thrown([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])])[0]?.sides).toBe(6));
it("says how rare it is to stray so far", () => {
  expect(oneIn(0)).toBe(1);
  expect(oneIn(1.96)).toBe(20);
});

const unit = { x: 100, y: 100, heading: 90 } as UnitPicture;
const order = { key: "o", text: "", rule: "", optional: {}, fields: { movement: { type: "choice", values: ["", "forward", "oblique", "wheel", "backward"] }, degrees: { type: "number", low: -180, high: 180 }, paces: { type: "number", low: 0, high: 1200 } } } as Option;
it("marches straight at a spot ahead, obliques to one aside, wheels to one on the flank", () => {
  expect(candidates(unit, [200, 100], order)[0]).toEqual({ movement: "forward", paces: 100 });
  expect(candidates(unit, [200, 150], order)[0]).toMatchObject({ movement: "oblique", degrees: -27 });
  expect(candidates(unit, [100, 0], order)[0]).toEqual({ movement: "wheel", degrees: 90 });
  expect(candidates(unit, [0, 100], order)[0]).toMatchObject({ movement: "backward" });
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
