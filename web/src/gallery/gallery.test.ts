import { afterEach, expect, test, vi } from "vitest";
import { api, Refused, Unreached } from "../lib/client";
import type { BattleOffer } from "../lib/types";
import { notBegun } from "./begin";
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

afterEach(() => vi.unstubAllGlobals());

/** What is said when the server answers a new battle so. */
const saidOf = async (answer: () => Promise<Response>): Promise<string> => {
  vi.stubGlobal("fetch", answer);
  return notBegun(await api.begin({ battle: "b", system: "s", options: {}, seats: {} }).catch((error: unknown) => error));
};
const told = (status: number, error: string) => () => Promise.resolve(new Response(JSON.stringify({ error, rule: "" }), { status }));

test("a battle that cannot be started says why and what to do, and never an address", async () => {
  const unheard = await saidOf(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(unheard).toBe("The battle was not started: the server does not answer. See whether it still runs, in the window in which it was started; then try once more.");
  expect(await saidOf(told(503, "the battles cannot be reached: the disk is full"))).toMatch(/^The battle was not started: the battles cannot be reached: the disk is full\. See whether it still runs/);
  expect(await saidOf(told(500, "this is our fault: KeyError"))).toMatch(/went wrong in the server \(this is our fault: KeyError\)\. Try once more\./);
  expect(await saidOf(told(409, "nobody sits there."))).toBe("The battle was not started: nobody sits there. Choose other options, or another battle.");
  expect(await saidOf(told(429, "too many; wait a little"))).toBe("The battle was not started: too many; wait a little.");
  for (const error of [new Unreached(), new Refused("", "", 500), new Refused("", "", 404), "odd"]) expect(notBegun(error)).not.toMatch(/\/api|undefined|: \./);
});
