import { expect, test } from "vitest";
import { deliberate } from "./keys";

const press = (now: number, askedAt = 0, repeat = false): boolean => deliberate({ repeat }, { askedAt }, now);

test("Ctrl+Enter pressed again and again answers once", () => {
  expect(press(10_000)).toBe(true);
  expect([10_100, 10_250, 10_500, 10_800].map((now) => press(now))).toEqual([false, false, false, false]);
  expect(press(11_200)).toBe(true);
});

test("a key that is held down, or pressed before the question can have been read, is no answer", () => {
  expect(press(20_000, 0, true)).toBe(false);
  expect(press(30_000, 29_700)).toBe(false);
  expect(press(40_000, 39_000)).toBe(true);
});
