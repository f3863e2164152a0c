import { expect, test } from "vitest";
import { isSecond, shown, spot, total } from "./figures";
import type { Side } from "./server";

test.each([
  [100, 2, "", "", 200],
  [100, 1, "X-1.a", "3", 200],
  [50, 1, "X-1.a", "1..5", 300],
  [50, 1, "X-1.a", "1..9/2, 12", 350],
  [50, 1, "a-variant", "", 100],
  [50, 1, "X-1.a", "5..1", 100],
])("%i games, %i systems, %s = %s are %i in all", (games, systems, change, values, all) => {
  expect(total(games, systems, change, values)).toBe(all);
});

test("two sides of one nation are told apart, others are not", () => {
  const side = (name: string, nation: string) => ({ name, nation }) as Side;
  const own = [side("Crown", "british"), side("Clans", "british"), side("French", "french")];
  expect(own.map((each) => isSecond(own, each.name))).toEqual([false, true, false]);
});

test("a plot of losses ends where they end, and is never narrower than half", () => {
  const bars = (...at: number[]) => [{ side: "", mean: 0, median: 0, highest: 0, bars: Array.from({ length: 20 }, (_, n) => (at.includes(n) ? 1 : 0)) }];
  expect([shown(bars(0, 2)), shown(bars(14)), shown(bars(19)), shown()]).toEqual([10, 15, 20, 10]);
});

test("places on a line around nought", () => {
  expect([spot(0, 10), spot(10, 10), spot(-20, 10), spot(5, 0)]).toEqual([50, 100, 0, 50]);
});
