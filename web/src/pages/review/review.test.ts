import { expect, test } from "vitest";
import { below, framed, heat, spread, ticks } from "./figures";

test("of a hundred battles so many have worse dice", () => {
  expect([0, 1, -1, 0.6, 2, 9].map(below)).toEqual([50, 84, 16, 73, 98, 99]);
});

test("the edges of the four steps of the heat", () => {
  expect([1, 9, 10, 29, 30, 59, 60, 500].map(heat)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

test("an axis has few round marks, nought among them", () => {
  expect(ticks(30, 7)).toEqual([0, 5, 10, 15, 20, 25, 30]);
  expect(ticks(2, 4)).toEqual([0, 1, 2]);
  for (const most of [1, 7, 19, 84, 1200]) expect(ticks(most).length).toBeLessThanOrEqual(5);
});

test("the frame holds all who fell, and stays on the field where it can", () => {
  const box = framed([{ x: 100, y: 100 }, { x: 900, y: 300 }], [2000, 1400], 1.5);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.w).toBeGreaterThanOrEqual(900);
  expect(box.y + box.h).toBeGreaterThanOrEqual(1300);
  expect(box.y + box.h).toBeLessThanOrEqual(1400);
  expect(box.w / box.h).toBeCloseTo(1.5);
  expect(framed([], [2000, 1400], 2).w).toBe(2000);
});

test("names keep apart", () => {
  expect(spread([50, 52, 10], 20)).toEqual([50, 70, 10]);
});
