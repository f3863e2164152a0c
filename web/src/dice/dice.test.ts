import { describe, expect, it } from "vitest";
import { luck } from "./dice";
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
