import { expect, test } from "vitest";
import type { UnitPreview } from "../lib/types";
import { aloud } from "./aloud";
import { NO_PREVIEW } from "./previews";

const unit = {
  unit: "a", moves: true, track: [], scale: [], places: [], tallies: [], threats: [{ unit: "b", text: "Lancers may charge it", rule: "X-1" }],
  penalties: [{ label: "out of its arc", value: -2, of: "dice", rule: "X-2", tone: "bad" }], rows: [{ label: "Lancers in the way", value: "", note: "", rule: "", tone: "bad" }],
  odds: [{ title: "Close combat", refusal: "", mean: null, rule: "X-3", chances: [{ text: "loser routs", percent: 78, value: null }, { text: "nothing", percent: 22, value: null }] }],
} as unknown as UnitPreview;

test("all that is shown of an order is said: warnings, odds, who may answer, what it costs", () => {
  expect(aloud({ ...NO_PREVIEW, cost: 1, left: 2, notes: ["It would fire at another."], units: [unit] }, unit)).toBe(
    "out of its arc −2 dice. Lancers in the way. Close combat: loser routs 78 %, nothing 22 %. It would fire at another. May answer: Lancers may charge it. 1 point, 2 left.",
  );
});

test("why it cannot be is said instead", () => {
  expect(aloud({ ...NO_PREVIEW, refusal: { error: "too far", rule: "X-4" } }, unit)).toBe("too far.");
});
