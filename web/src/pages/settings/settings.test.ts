import { expect, test } from "vitest";
import { also, far, measureBy, ranged } from "../../lib/measure";
import { checked, prefs } from "../../lib/prefs.svelte";
import { given, keyOf } from "./keys";

test("a key is given once, and its old owner keeps his", () => {
  expect(given("b", "s", {})).toEqual({ taken: "s" });
  expect(given("b", "1", {})).toBe("letter");
  expect(given("b", "Enter", {})).toBe("letter");
  expect(given("b", "Q", {})).toEqual({ keys: { b: "q" } });
  expect(given("s", "b", { b: "q" })).toEqual({ keys: { b: "q", s: "b" } });
  expect(given("b", "b", { b: "q" })).toEqual({ keys: {} });
  expect(keyOf("b", { b: "q" })).toBe("q");
});

test("what a key means when it was given away", () => {
  prefs.keys = { b: "q", s: "b" };
  expect(["q", "b", "s", "r", "+"].map((key) => prefs.meant(key))).toEqual(["b", "s", "", "r", "+"]);
  prefs.keys = {};
  expect(prefs.meant("b")).toBe("b");
});

test("distances beside paces", () => {
  expect(also(100, "paces")).toBe("");
  expect(also(100, "metres")).toBe(" (76 m)");
  expect(also(120, "yards")).toBe(" (100 yd)");
});

test("distances in what the rules count them in", () => {
  expect([far(1), far(95.6), ranged(96, "P2")]).toEqual(["1 pace", "96 paces", "96 paces · P2"]);
  measureBy({ one: "inch", many: "inches", paces: 15, words: {} });
  expect([far(15), far(68), far(90)]).toEqual(["1 inch", "4.5 inches", "6 inches"]);
  measureBy(null);
  expect(far(15)).toBe("15 paces");
});

test("what a page of another day kept and none offers any more is left out", () => {
  expect(checked({ measure: "inch", theme: "sepia", pace: 9, text: "large", follow: "yes", keys: [7], gone: 1, rooms: 4 })).toEqual({ rooms: 4 });
  const good = { measure: "yards", theme: "dark", pace: 4, text: 1.15, follow: false, director: true, keys: { b: "q" }, language: "fr" };
  expect(checked(good)).toEqual(good);
  expect(checked(null)).toEqual({});
});
