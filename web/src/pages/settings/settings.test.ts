import { expect, test } from "vitest";
import { also } from "../../lib/measure";
import { prefs } from "../../lib/prefs.svelte";
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
