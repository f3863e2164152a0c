import { expect, test } from "vitest";
import { nextOf, type Visited } from "./visiting";

const made = (more: Partial<Visited>): Visited => ({ units: ["a", "b", "c"], leaders: ["general"], able: new Set<string>(), free: [], sought: "", ...more });
function round(visited: Visited, from = ""): string {
  let at = from;
  return [1, 2, 3, 4].map(() => (at = nextOf(visited, at, 1))).join(" ");
}

test("Tab goes from one to the next who was told nothing yet, and back", () => {
  expect(round(made({ able: new Set(["a", "b", "c"]), free: ["b", "c"] }))).toBe("b c b c");
  expect(nextOf(made({ able: new Set(["a", "b", "c"]), free: ["b", "c"] }), "", -1)).toBe("c");
});

test("whom a lesson asks for is visited too, though he was told something already", () => {
  expect(round(made({ able: new Set(["a", "b", "c"]), free: ["b", "c"], sought: "a" }))).toBe("a b c a");
});

test("where only leaders can be told something, Tab goes to them and not to units that can do nothing", () => {
  expect(round(made({ able: new Set(["general"]) }))).toBe("general general general general");
  expect(round(made({}))).toBe("a b c a");
});
