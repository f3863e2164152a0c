import { afterEach, expect, test, vi } from "vitest";
import { fingers as german } from "../words/de/common";
import { fingers as english } from "../words/en/common";
import { fingers as french } from "../words/fr/common";
import { keyless } from "./touch";

afterEach(() => vi.unstubAllGlobals());

/** Everything that a page says, with some numbers and names put in. */
function all(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (Array.isArray(words)) return words.flatMap(all);
  if (words && typeof words === "object") return Object.values(words).flatMap(all);
  return [];
}

test("one taps, and keys are not spoken of", () => {
  expect(english("Click it on the map")).toBe("Tap it on the map");
  expect(english("or click them on the map")).toBe("or tap them on the map");
  expect(["Play (Space)", "One event back (←)", "Skip this phase (Shift →)", "Whole field (0)", "Let go (Esc)", "Next unit (Tab)"].map(keyless)).toEqual(["Play", "One event back", "Skip this phase", "Whole field", "Let go", "Next unit"]);
  expect(keyless("2/33e (18 men)")).toBe("2/33e (18 men)");
  expect(["Abspielen (Leertaste)", "Diese Phase überspringen (Umschalt →)", "Zum Anfang (Pos1)", "Lecture (Espace)", "Passer cette phase (Maj →)", "Au début (Début)"].map(keyless)).toEqual(["Abspielen", "Diese Phase überspringen", "Zum Anfang", "Lecture", "Passer cette phase", "Au début"]);
  expect(german("Klicken Sie auf die Karte")).toBe("Tippen Sie auf die Karte");
  expect(french("Cliquez sur la carte")).toBe("Touchez sur la carte");
});

test.each([
  ["en", "Tap on the map", /\bclick|\bpress|\bSpace\b|\bEsc\b|pointer over|right click/i],
  ["de", "Tippen Sie auf die Karte", /klick|\bLeertaste\b|\bEsc\b|Zeiger über/i],
  ["fr", "Touchez sur la carte", /\bcliqu|\bclic\b|\bEspace\b|\bEsc\b|pointeur sur/i],
])("on a screen that is touched no word of the page asks for a mouse or a key: %s", async (language, spot, mouse) => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("coarse") }));
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ language }) });
  vi.resetModules();
  const { S, T } = await import("../words");
  const said = [...all(T), ...all(S), ...all(T.help.steps("stand")), ...all(T.help.keys([])), T.orders.pickSpots(3), T.orders.spaces(4)];
  expect(said.filter((words) => mouse.test(words))).toEqual([]);
  expect(T.orders.pickSpot).toBe(spot);
});

test("with a mouse it does", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.resetModules();
  const { T } = await import("./text");
  expect(T.orders.pickSpot).toBe("Click on the map");
  expect(T.play.play).toBe("Play (Space)");
});
