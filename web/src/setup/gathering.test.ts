import { expect, test } from "vitest";
import type { Part, UnitPicture } from "../lib/types";
import { gathered } from "./gathering";
import { isSeen, pixelOf, spotUnder } from "./ground";

const part: Part = [-60, -10, 60, 0, 500, "", "bar"];
const unit = (id: string, x: number, y: number): UnitPicture => ({ id, x, y, heading: 0, parts: [part] }) as unknown as UnitPicture;

test("a gathered group stands side by side in close lines, nobody on another's ground", () => {
  const stands = gathered([unit("c", 900, 0), unit("a", 0, 0), unit("b", 400, 50), unit("d", 1500, 0)], [1000, 1000], 0);
  expect(stands.map((each) => each.unit)).toEqual(["a", "b", "c", "d"]);
  const xs = stands.map((each) => each.spot[0]), ys = stands.map((each) => each.spot[1]);
  expect([xs[1]! - xs[0]!, ys[0], ys[2]! < ys[0]!]).toEqual([140, ys[1], true]);
  for (const { spot } of stands) expect(Math.hypot(spot[0] - 1000, spot[1] - 1000)).toBeLessThan(200);
});

test("a group that faces east stands to the north and south of its middle", () => {
  const stands = gathered([unit("a", 0, 500), unit("b", 0, 0)], [1000, 1000], 90);
  expect(stands.map((each) => [each.unit, Math.sign(each.spot[1] - 1000)])).toEqual([["a", 1], ["b", -1]]);
});

const BOX = { left: 100, top: 50, width: 400, height: 200 }, TABLE: [number, number] = [2000, 1000];

test("a point of the window is a spot of the table, if it is on it", () => {
  expect(spotUnder(300, 150, BOX, TABLE)).toEqual([1000, 500]);
  expect(spotUnder(90, 150, BOX, TABLE)).toBeNull();
  expect(pixelOf([1000, 500], BOX, TABLE)).toEqual({ x: 300, y: 150 });
  expect([isSeen([1000, 500], BOX, TABLE, { width: 800, height: 600 }), isSeen([1000, 500], BOX, TABLE, { width: 1400, height: 600 })]).toEqual([true, false]);
});
