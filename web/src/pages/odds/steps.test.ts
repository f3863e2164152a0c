import { expect, test } from "vitest";
import { greatest } from "./steps";

const found = {
  bands: ["stands", "runs"], now: [45, 55], left_out: 0,
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
