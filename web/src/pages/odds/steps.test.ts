import { describe, expect, it, test } from "vitest";
import { atLeast, greatest } from "./steps";

const found = {
  bands: ["stands", "runs"], now: [45, 55], left_out: 0, tried: 0, of: 0,
  steps: [
    { fact: "leader", value: "near", percents: [90, 10] },
    { fact: "leader", value: "aide", percents: [60, 40] },
    { fact: "disorder", value: "3", percents: [30, 70] },
    { fact: "weather", value: "rain", percents: [45, 55] },
  ],
};

test("the best step of each fact, the greatest change first, and none that changes nothing", () => {
  expect(greatest(found, "stands", 5)).toEqual([
    { fact: "leader", value: "near", percent: 90, change: 45 },
    { fact: "disorder", value: "3", percent: 30, change: -15 },
  ]);
  expect(greatest(found, "runs", 1)).toHaveLength(1);
  expect(greatest(found, "nothing", 5)).toEqual([]);
});

describe("outcomes that are counted", () => {
  const more = (label: string) => `${label} or more`;
  it("are compared by as many or more", () => {
    const found = atLeast({ bands: ["hits 0", "hits 1", "hits 2"], now: [20, 50, 30], steps: [{ fact: "figures", value: "12", percents: [10, 40, 50] }], left_out: 0, tried: 0, of: 0 }, more);
    expect(found.bands).toEqual(["hits 1 or more", "hits 2 or more"]);
    expect(found.now).toEqual([80, 30]);
    expect(found.steps[0]!.percents).toEqual([90, 50]);
  });
  it("and others by their names", () => {
    const found = { bands: ["ours wins", "theirs wins"], now: [60, 40], steps: [], left_out: 0, tried: 0, of: 0 };
    expect(atLeast(found, more)).toBe(found);
  });
});
