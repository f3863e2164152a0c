import { afterEach, expect, test, vi } from "vitest";
import { forFingers } from "./touch";

afterEach(() => vi.unstubAllGlobals());

/** Everything that a page says, with some numbers and names put in. */
function all(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (Array.isArray(words)) return words.flatMap(all);
  if (words && typeof words === "object") return Object.values(words).flatMap(all);
  return [];
}

test("one taps, and keys are not spoken of", () => {
  expect(forFingers("Click it on the map")).toBe("Tap it on the map");
  expect(forFingers("or click them on the map")).toBe("or tap them on the map");
  expect(["Play (Space)", "One event back (←)", "Skip this phase (Shift →)", "Whole field (0)", "Let go (Esc)", "Next unit (Tab)"].map(forFingers)).toEqual(["Play", "One event back", "Skip this phase", "Whole field", "Let go", "Next unit"]);
  expect(forFingers("2/33e (18 men)")).toBe("2/33e (18 men)");
});

test("on a screen that is touched no word of the page asks for a mouse or a key", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("coarse") }));
  vi.resetModules();
  const { T } = await import("./text"), { S } = await import("../setup/text");
  const said = [...all(T), ...all(S), ...all(T.help.steps("stand")), ...all(T.help.keys([])), T.orders.pickSpots(3), T.orders.spaces(4)];
  expect(said.filter((words) => /\bclick|\bpress|\bSpace\b|\bEsc\b|pointer over|right click/i.test(words))).toEqual([]);
  expect(T.orders.pickSpot).toBe("Tap on the map");
});

test("with a mouse it does", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.resetModules();
  const { T } = await import("./text");
  expect(T.orders.pickSpot).toBe("Click on the map");
  expect(T.play.play).toBe("Play (Space)");
});
