import { expect, test } from "vitest";
import { stopAfter } from "./modal";

test("the keyboard goes round within a paper", () => {
  expect(stopAfter(["a", "b", "c"], "a", false)).toBe("b");
  expect(stopAfter(["a", "b", "c"], "c", false)).toBe("a");
  expect(stopAfter(["a", "b", "c"], "a", true)).toBe("c");
});

test("from outside it comes to the first, or to the last", () => {
  expect(stopAfter(["a", "b", "c"], null, false)).toBe("a");
  expect(stopAfter(["a", "b", "c"], "elsewhere", true)).toBe("c");
  expect(stopAfter([], null, false)).toBeUndefined();
});
