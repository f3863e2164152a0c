import { describe, expect, it, test } from "vitest";
import type { TableEvent } from "../../lib/types";
import { printed, type BookRule } from "../books";
import { linked, marked, search } from "./search";
import { uses } from "./used";

const rule = (id: string, title: string, summary: string, ruling = ""): BookRule => ({ id, title, summary, ruling, section: "1", kind: "table", optional: false });
const BOOK = [
  rule("XX-1.2a", "Wheels", "A wheel is paid for by its outer end."),
  rule("XX-1.2b", "The howitzer at close quarters", "It fires as a gun does."),
  rule("XX-7.2", "Cover", "Guns fire at whoever stands there. Howitzers and mortars look over walls, and over rows of men who stand behind them.", "As printed."),
  rule("XX-71", "Ends", "Nothing more.", "The howitzer is meant."),
];

test("ids come first, with or without the letters before them", () => {
  expect(search(BOOK, "7").map((hit) => [hit.rule.id, hit.by])).toEqual([["XX-7.2", "id"], ["XX-71", "id"]]);
  expect(search(BOOK, "xx-1.2B")[0]).toMatchObject({ rule: { id: "XX-1.2b" }, by: "id" });
});

test("then titles, then words with the place where they stand", () => {
  const found = search(BOOK, "howitzer");
  expect(found.map((hit) => [hit.rule.id, hit.by])).toEqual([["XX-1.2b", "title"], ["XX-7.2", "words"], ["XX-71", "words"]]);
  expect(found[1]!.quote).toContain("Howitzers and mortars");
  expect(found[1]!.quote).toMatch(/ …$/);
  expect(found[2]!.quote).toBe("The howitzer is meant.");
});

test("all words have to be there, else it is said that they are not; no words find nothing", () => {
  expect(search(BOOK, "walls mortars").map((hit) => hit.rule.id)).toEqual(["XX-7.2"]);
  expect(search(BOOK, "walls wheels").every((hit) => hit.by === "near")).toBe(true);
  expect(search(BOOK, "  ")).toEqual([]);
});

test("what was looked for is marked, whatever signs it is written with", () => {
  expect(marked("Howitzers (old)", ["howitzer", "(old"])).toEqual([{ text: "Howitzer", on: true }, { text: "s ", on: false }, { text: "(old", on: true }, { text: ")", on: false }]);
});

test("ids in a text become links, a full stop after them does not", () => {
  expect(linked("See XX-1.2a, XX-7.2. and XX-9.", "XX", new Set(["XX-1.2a", "XX-7.2"]))).toEqual([
    { text: "See ", rule: "" }, { text: "XX-1.2a", rule: "XX-1.2a" }, { text: ", ", rule: "" }, { text: "XX-7.2", rule: "XX-7.2" }, { text: ". and XX-9.", rule: "" },
  ]);
  expect(linked("XX-1.2", "XX", new Set(["XX-1.2a"]))).toEqual([{ text: "XX-1.2", rule: "XX-1.2a" }]);
});

test("a rule was used where an event names it or a roll counts it", () => {
  const event = (n: number, rules: string[], roll: unknown = null, text = "Something."): TableEvent => ({ n, rules, roll, text, kind: "x", turn: 1, phase: "p" }) as unknown as TableEvent;
  const told = [event(1, ["A"]), event(2, ["B"], { modifiers: [{ rule: "A" }] }), event(3, ["B"]), event(4, ["A"], null, ""), event(5, [], { rule: "A" })];
  expect(uses(told, "A").map((each) => each.n)).toEqual([5, 2, 1]);
});

test("numbers are printed with a true minus", () => {
  expect([printed("-10"), printed("+0"), printed("+5; howitzers -3"), printed("1788-1799")]).toEqual(["−10", "0", "+5; howitzers −3", "1788-1799"]);
});

describe("words that no rule has all of", () => {
  const made = (id: string, title: string, summary: string) => ({ id, title, section: "1", kind: "procedure", summary, ruling: "", optional: false });
  const rules = [made("X-1", "Surprise", "Infantry that cavalry surprises in line is ridden down."), made("X-2", "Smoke", "It drifts."), made("X-3", "Cavalry", "It rides.")];
  it("finds them by their stems, the rule with most of them first", () => {
    expect(search(rules, "surprised by cavalry").map((hit) => [hit.rule.id, hit.by])).toEqual([["X-1", "near"], ["X-3", "near"]]);
    expect(search(rules, "moonlight")).toEqual([]);
  });
  it("and says so only where none has them all", () => {
    expect(search(rules, "smoke").map((hit) => hit.by)).toEqual(["title"]);
  });
});

describe("plain words for what the book calls otherwise", () => {
  const made = (id: string, title: string, summary: string): BookRule => ({ id, title, summary, section: "1", kind: "procedure", optional: false, ruling: "" });
  const rules = [
    made("X-1", "Guns left behind", "Their crew runs into a square of infantry."),
    made("X-2", "Ranks of the target for artillery", "Line 1, closed square 6."),
    made("X-3", "Squares", "They are slow."),
  ];
  it("finds the rule by them, and before one that only has the letters", () => {
    expect(search(rules, "cannonade square").map((hit) => hit.rule.id).slice(0, 2)).toContain("X-2");
    expect(search(rules, "square artillery")[0]!.rule.id).toBe("X-2");
    expect(search(rules, "square guns").map((hit) => hit.rule.id)).toEqual(["X-1", "X-2"]);
    expect(search(rules, "guns against a square").map((hit) => hit.rule.id).slice(0, 2).sort()).toEqual(["X-1", "X-2"]);
  });
  it("leaves a single word to what is written", () => {
    expect(search(rules, "guns").map((hit) => hit.rule.id)).toEqual(["X-1"]);
  });
});
