import { beforeEach, expect, it, vi } from "vitest";
import { Marching } from "./marching.svelte";
import type { Table } from "../lib/store.svelte";
import type { Preview, UnitPicture, UnitPreview } from "../lib/types";
import { madeOption, madePlace, madePreview, madeUnit } from "../lib/made";

/** A table at which one unit has an order and the other is left to its officers. */
const ordered = madeUnit({ id: "a", order: "forward", target: "foe" }), left = madeUnit({ id: "b", left_to: "its officers" });
const wants = (unit: string, order: string, more: Partial<UnitPreview> = {}): UnitPreview => ({ unit, order, target: "", places: [madePlace({ x: 560, y: 500 })], moves: true, track: [], scale: [], tallies: [], rows: [], penalties: [], rules: [], threats: [], odds: [], ...more });
let said: Preview | null, units: UnitPicture[], asked: string[];
const done = madeOption({ key: "done" });
const table = {
  token: "t", past: null, question: false, usual: done, decision: { id: "d", options: [done] }, isCurrent: true,
  get picture() { return { turn: 2, units }; },
  get units() { return new Map(units.map((unit) => [unit.id, unit])); },
  desk: { telling: { judged: async (_: string, option: { key: string }) => { asked.push(option.key); return said; } } },
};
const marching = () => new Marching(table as unknown as Table);

beforeEach(() => {
  vi.restoreAllMocks();
  units = [ordered, left];
  asked = [];
  said = madePreview({ units: [wants("b", "wheel 36 degrees right at the march")] });
  Object.assign(table, { question: false, usual: done });
});

it("draws what officers mean to do, softer than an order, and tells it", async () => {
  const found = marching();
  await found.weigh();
  expect(asked).toEqual(["done"]);
  expect(found.bound.map((each) => [each.unit, each.meant ?? false, each.places.length])).toEqual([["a", false, 0], ["b", true, 1]]);
  expect([found.meant(left), found.meant(ordered)]).toEqual(["wheel 36 degrees right at the march", ""]);
});

it("draws an order where one lies, whatever was meant before", async () => {
  const found = marching();
  await found.weigh();
  units = [ordered, { ...left, order: "halt", left_to: "" }];
  expect(found.bound.map((each) => each.unit)).toEqual(["a"]);
  expect(found.meant(units[1]!)).toBe("");
});

it("draws nothing that it does not know: no answer, a refusal, a question", async () => {
  const found = marching();
  for (const none of [null, madePreview({ refusal: { error: "no", rule: "" } })]) {
    said = none;
    await found.weigh();
    expect(found.ending).toBeNull();
  }
  said = madePreview({ units: [wants("b", "halt")] });
  Object.assign(table, { question: true });
  await found.weigh();
  expect([found.ending, asked.length]).toEqual([null, 2]);
});

it("keeps to who stands where he is: no way is drawn for him", async () => {
  said = madePreview({ units: [wants("b", "halt", { places: [madePlace({ x: 500, y: 500 })], moves: false })] });
  const found = marching();
  await found.weigh();
  expect(found.bound.map((each) => each.unit)).toEqual(["a"]);
  expect(found.meant(left)).toBe("halt");
});
