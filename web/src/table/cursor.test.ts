import { expect, test, vi } from "vitest";
import { Cursor } from "./cursor.svelte";
import type { Spot } from "../lib/types";

function made(asks = false) {
  const click = vi.fn<(spot: Spot) => void>();
  const cursor = new Cursor({ size: () => [1800, 1200], begin: () => [430, 610], step: () => 20, asks: () => asks, click, called: () => undefined, unit: (_, by) => (by > 0 ? [900, 400] : null), moved: () => undefined });
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => cursor.key({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, target: null, ...more });
  return { cursor, click, press };
}

test("C puts it where the unit in hand stands, arrows move it, Enter is a click", () => {
  const { cursor, click, press } = made();
  expect(press("ArrowUp")).toBe(false);
  expect(press("c")).toBe(true);
  expect(cursor.at).toEqual([430, 610]);
  press("ArrowUp");
  press("ArrowRight", { shiftKey: true });
  expect(cursor.at).toEqual([530, 630]);
  press("Enter");
  expect(click).toHaveBeenCalledWith([530, 630]);
  press("Escape");
  expect(cursor.at).toBeNull();
});

test("where a place is asked for, an arrow is enough; it stays on the table", () => {
  const { cursor, press } = made(true);
  press("ArrowLeft");
  expect(cursor.at).toEqual([430, 610]);
  for (let n = 0; n < 30; n++) press("ArrowLeft");
  expect(cursor.at).toEqual([0, 610]);
});

test("other keys are not its own", () => {
  const { press } = made();
  press("c");
  expect([press("x"), press("Enter", { ctrlKey: true })]).toEqual([false, false]);
});

test("Page Down brings it to the next unit", () => {
  const { cursor, press } = made();
  press("c");
  expect(press("PageUp")).toBe(true);
  expect(cursor.at).toEqual([430, 610]);
  press("PageDown");
  expect(cursor.at).toEqual([900, 400]);
});
