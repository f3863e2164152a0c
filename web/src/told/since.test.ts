import { expect, test } from "vitest";
import type { Picture } from "../lib/types";
import { keepSince, keptSince } from "./since";

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
