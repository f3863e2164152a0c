import { describe, expect, it } from "vitest";
import { T } from "../lib/text";
import { added, below, faces, luck, rollOf, sums } from "./dice";
import type { TableEvent } from "../lib/types";

const event = (roll: unknown): TableEvent => ({ n: 0, kind: "shot", turn: 1, phase: "7", text: "", rules: [], roll }) as unknown as TableEvent;

describe("dice as they are drawn", () => {
  it("show a ten on a ten-sided die, and noughts on the two of a percentage", () => {
    expect(faces({ sides: 10 }, [5, 10]).map((face) => face.value)).toEqual([5, 10]);
    expect(faces({ sides: 100 }, [30, 7, 100]).map((face) => face.value)).toEqual([3, 0, 0, 7, 0, 0]);
    expect(faces({}, [12])).toEqual([{ value: 12, sides: 0 }]);
  });
});

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

describe("what was added", () => {
  const rows = (...worth: number[]): [string, string, number][] => worth.map((each, i) => [`R-${i}`, `row ${i}`, each]);
  const made = (roll: unknown) => rollOf(event(roll))!;
  const whole = (all: ReturnType<typeof added>) => all.flatMap((part) => [...part.rows.map(([, , worth]) => worth), part.rest]).reduce((sum, worth) => sum + worth, 0);

  it("makes the whole, also where not all rows find room", () => {
    const roll = made({ dice: [59], modifiers: rows(4, 1, 0, -2, 1, 1, 1, 4) });
    expect(added(roll, 7)).toEqual([{ name: "", rows: roll.modifiers.filter(([, , worth]) => worth), more: 0, rest: 0 }]);
    const [cut] = added(roll, 6);
    expect([cut!.rows.length, cut!.more, cut!.rest]).toEqual([5, 2, 5]);
    expect([whole(added(roll, 7)), whole(added(roll, 6)), whole(added(roll, 2))]).toEqual([10, 10, 10]);
  });
  it("stands once, under the name of whom it concerns", () => {
    const [a, b, c] = rows(1, 2, 3), parts = [{ name: "A", dice: [1], modifiers: [a], total: null }, { name: "B", dice: [2], modifiers: [b], total: null }];
    expect(added(made({ dice: [1, 2], modifiers: [a, b, c], parts }), 12).map((part) => [part.name, part.rows])).toEqual([["", [c]], ["A", [a]], ["B", [b]]]);
  });
});

describe("dice that are to stay below a number", () => {
  const roll = (more: object) => below(rollOf(event({ dice: [4, 1], sides: 6, total: 4, modifiers: [["R", "rating", 8], ["R", "column", 1]], counts: "below", ...more }))!);

  it("are added up by themselves, and so is the number", () => expect(roll({})).toEqual({ thrown: 5, number: 9, by: 4 }));
  it("tell no number of which nothing is known", () => expect(roll({ modifiers: [], total: null })).toEqual({ thrown: 5, number: null, by: null }));
  it("are no others", () => expect(roll({ counts: undefined })).toBeNull());
  it("are told by how much they are below or above it", () => expect([4, 0, -2].map(T.log.below)).toEqual(["4 below it", "equal to it", "2 above it"]));
});

describe("outcomes told with who wins", () => {
  const chance = (text: string, percent: number) => ({ text, percent });
  it("are summed by it, the likeliest first", () => {
    const found = sums([chance("they win: firefight", 20), chance("we win: firefight", 14.5), chance("they win: repulse", 40), chance("undecided: melee", 25.5)]);
    expect(found).toEqual([chance("they win", 60), chance("undecided", 25.5), chance("we win", 14.5)]);
  });
  it("and not where each is told once, all are alike, or some are told otherwise", () => {
    expect(sums([chance("we win: rout", 50), chance("they win: rout", 50)])).toEqual([]);
    expect(sums([chance("we win: rout", 50), chance("we win: repulse", 50)])).toEqual([]);
    expect(sums([chance("we win: rout", 50), chance("we win: repulse", 30), chance("1 hit", 20)])).toEqual([]);
  });
});
