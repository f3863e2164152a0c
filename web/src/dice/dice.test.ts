import { describe, expect, it } from "vitest";
import { T } from "../lib/text";
import { luck, rollOf } from "./dice";
import type { TableEvent } from "../lib/types";

const event = (roll: unknown): TableEvent => ({ n: 0, kind: "shot", turn: 1, phase: "7", text: "", rules: [], roll }) as unknown as TableEvent;

describe("one's own dice", () => {
  it("are counted, and not those of others that one saw fall", () => {
    const found = luck([event({ dice: [6, 6], sides: 6 }), event({ dice: [1, 1, 1], sides: 6, own: false })]);
    expect(found.map((kind) => [kind.sides, kind.thrown, kind.mean])).toEqual([[6, 2, 6]]);
  });

  it("are one side's of a roll of two against each other", () => {
    const parts = [
      { name: "a", dice: [5, 5], modifiers: [], total: 2, own: false },
      { name: "b", dice: [2], modifiers: [], total: 1, own: true },
    ];
    const found = luck([event({ dice: [5, 5, 2], sides: 6, parts, own: false })]);
    expect(found.map((kind) => [kind.thrown, kind.mean])).toEqual([[1, 2]]);
  });
});

describe("many who shoot together", () => {
  const pool = { percent_each: 15, shooters: 11, pool_percent: 205, automatic: 2, remainder: 5, hits: 2 };
  const told = (details: unknown, shots?: number[][]) => { const found = rollOf(event({ dice: [59], sides: 100, details, shots }))?.pool; return found ? T.log.pool(found) : ""; };

  it("are told in parts that add up where they do so at different percentages", () =>
    expect(told(pool, [[11, 15], [4, 10]])).toBe("11 at 15 %, 4 at 10 %, 205 % in all: 2 sure hits, 5 % for one more"));
  it("are told as a product where all are alike", () =>
    expect(told({ ...pool, pool_percent: 165, automatic: 1, remainder: 65 }, [[11, 15]])).toBe("11 × 15 % = 165 %: 1 sure hit, 65 % for one more"));
});
