import { expect, test } from "vitest";
import { stopAfter } from "./modal";

test("the keyboard goes round within a dialog", () => {
  expect([stopAfter(0, 3, 1), stopAfter(2, 3, 1), stopAfter(0, 3, -1)]).toEqual([1, 0, 2]);
});

test("from outside it comes to the first stop, or to the last", () => {
  expect([stopAfter(-1, 3, 1), stopAfter(-1, 3, -1)]).toEqual([0, 2]);
});
