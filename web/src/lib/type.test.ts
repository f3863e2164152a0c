import { expect, test } from "vitest";

const styles = import.meta.glob(["../**/*.css", "../**/*.svelte"], { query: "?raw", import: "default", eager: true }) as Record<string, string>;
/** Drawn in a box of its own and enlarged with it: its figures are no smaller on the screen. */
const SCALED = ["../parts/Die.svelte"];

test("no words are smaller than 11 px, on the map either", () => {
  expect(Object.keys(styles).length).toBeGreaterThan(50);
  const small = Object.entries(styles).filter(([file]) => !SCALED.includes(file)).flatMap(([file, text]) =>
    [...text.matchAll(/font(?:-size)?:[^;{}"]*?[\s:](\d+(?:\.\d+)?)px/g)].filter(([, size]) => Number(size) < 11).map(([rule]) => `${file}: ${rule}`));
  expect(small).toEqual([]);
});
