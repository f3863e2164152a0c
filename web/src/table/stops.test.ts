import { expect, test } from "vitest";
import { namedStops } from "./stops";

const names = ["Leaders", "Orders", "Cubes", "Initiative", "Charges", "Guns", "Muskets", "Melee", "Breakthrough", "Fatigue", "Morale", "End"];

test("where there is room, all stops of the turn are named", () => {
  expect(namedStops(names, 2, 1000).size).toBe(12);
});

test("where there is less, the present one and those that come next", () => {
  const found = namedStops(names, 4, 520);
  expect(found.has(4) && found.has(5) && found.has(6)).toBe(true);
  expect(found.size).toBeGreaterThan(3);
  expect(found.size).toBeLessThan(12);
  expect([...found].every((i) => i >= 4)).toBe(true);
});

test("however narrow it is, the present one and the next", () => {
  expect([...namedStops(names, 8, 100)]).toEqual([8, 9]);
  expect([...namedStops(names, 11, 100)]).toEqual([11, 10]);
  // before the table is measured, and before a turn has begun
  expect([...namedStops(names, -1, 0)]).toEqual([0, 1]);
});
