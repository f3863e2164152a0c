import { expect, test } from "vitest";
import type { BattleOffer } from "../lib/types";
import { blocks, lengthOf, namedOnce, turnsOf, view } from "./fieldview";

const battle = { turns: 10, lengths: { "cold-steel": 10, other: 40 }, sides: [{ units: 5 }, { units: 5 }] } as unknown as BattleOffer;

test("a battle is as long as the chosen rules make it", () => {
  expect([turnsOf(battle, "cold-steel"), turnsOf(battle, "other"), turnsOf(battle, "unheard of")]).toEqual([10, 40, 10]);
  expect([lengthOf(battle, "cold-steel"), lengthOf(battle, "other")]).toEqual([0, 2]);
});

test("however far apart they stand, a small map shows both armies whole", () => {
  const spots = [{ x: 1500, y: 200 }, { x: 2500, y: 2900 }];
  const { k, x, y } = view([4000, 3000], spots, 400, 150);
  for (const spot of spots) {
    const at = [x + spot.x * k, y + (3000 - spot.y) * k] as const;
    expect(at[0]).toBeGreaterThan(14);
    expect(at[0]).toBeLessThan(400 - 14);
    expect(at[1]).toBeGreaterThan(14);
    expect(at[1]).toBeLessThan(150 - 14);
  }
  // the field is narrower than the frame then, and lies in the middle of it
  expect(Math.round(x + 2000 * k)).toBe(200);
});

test("a small map is filled to its edges, with the troops in the middle", () => {
  const spots = [{ x: 900, y: 500 }, { x: 1100, y: 700 }];
  const { k, x, y } = view([4000, 3000], spots, 400, 150);
  expect(k).toBeGreaterThan(0.1);
  expect([x <= 0, y <= 0, x + 4000 * k >= 400, y + 3000 * k >= 150]).toEqual([true, true, true, true]);
  expect(Math.round(x + 1000 * k)).toBe(200);
  expect(Math.round(y + (3000 - 600) * k)).toBe(75);
  expect(view([4000, 3000], [], 400, 150).k).toBe(0.1);
});

test("blocks are as wide as their bodies are strong, within bounds", () => {
  const made = blocks([10, 2100, 90_000].map((men) => ({ nation: "french", arm: "infantry", x: 0, y: 0, heading: 0, men })), 0.5);
  expect(made.map((block) => block.width * 0.5)).toEqual([20, 30, 46]);
});

test("of a brigade in parts only the strongest is named", () => {
  const [part] = blocks([{ nation: "french", arm: "infantry", x: 0, y: 0, heading: 0, men: 1 }], 1);
  const parts = [700, 300, 400].map((men) => ({ ...part!, name: "Foy", men }));
  expect(namedOnce(parts).map((each) => each.name)).toEqual(["Foy", "", ""]);
  expect(namedOnce([{ ...part!, name: "Foy", side: "French" }, { ...part!, name: "Foy", side: "Allies" }]).map((each) => each.name)).toEqual(["Foy", "Foy"]);
});
