import { expect, test } from "vitest";
import type { Picture } from "../lib/types";
import { beginsAnew, latest, marked, keepSince, keptSince } from "./since";

const picture = { turn: 2, phase: "x", units: [] } as unknown as Picture;

function store(full = false) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error("full");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("what was on the table at one's last word is there when one comes back", () => {
  const here = store();
  expect(keepSince("a", { news: 7, picture }, here)).toBe(true);
  expect(keptSince("a", 9, here)).toEqual({ news: 7, picture });
  expect(keptSince("b", 9, here)).toBeNull();
});

test("where the battle was taken back to before it, it is of no use", () => {
  const here = store();
  keepSince("a", { news: 7, picture }, here);
  expect(keptSince("a", 6, here)).toBeNull();
});

test("a store that is full keeps nothing old either", () => {
  const here = store(true);
  here.kept.set("grognard.since.a", "old");
  expect(keepSince("a", { news: 7, picture }, here)).toBe(false);
  expect(here.kept.size).toBe(0);
});

test("an answer in the middle of things does not hide what was lost before it", () => {
  expect(beginsAnew(null, 1, false)).toBe(true);
  expect(beginsAnew(picture, 2, true)).toBe(true);
  expect(beginsAnew(picture, 2, false)).toBe(false);
  expect(beginsAnew(picture, 3, false)).toBe(false);
  expect(beginsAnew(picture, 4, false)).toBe(true);
});

test("an idle word does not take away what has only just been told", () => {
  const at = (turn: number, news: number) => ({ news, picture: { turn } as Picture });
  const lost = [3, 8], told = (since: { news: number }) => lost.filter((n) => n > since.news);
  const marks = [at(1, 2), at(1, 5), at(2, 9)];
  expect(latest(marks.slice(0, 1), 1, told)).toEqual([3, 8]);
  expect(latest(marks, 2, told)).toEqual([8]);
  expect(latest(marks, 3, told)).toEqual([]);
  expect(latest([], 1, told)).toEqual([]);
  expect(marked([1, 2, 3, 4, 5, 6].map((n) => at(n, n)), at(7, 7)).map((each) => each.news)).toEqual([2, 3, 4, 5, 6, 7]);
});
