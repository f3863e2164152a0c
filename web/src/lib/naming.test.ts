import { expect, test } from "vitest";
import { madeUnit } from "./made";
import { distinct } from "./naming";

test("a name that several bear tells them apart: by the side, or in full", () => {
  const ours = madeUnit({ id: "a", name: "Half battery", short: "Half bty", side: "Prussians" });
  const theirs = madeUnit({ id: "b", name: "Half battery", short: "Half bty", side: "French" });
  const banal = madeUnit({ id: "c", name: "1st Banal border infantry, rest", short: "1st Banal border", side: "Prussians" });
  const other = madeUnit({ id: "d", name: "1st Banal border infantry, one company", short: "1st Banal border", side: "Prussians" });
  const all = [ours, theirs, banal, other];
  expect(all.map((each) => distinct(each, all))).toEqual(["Half bty (Prussians)", "Half bty (French)", "1st Banal border infantry, rest", "1st Banal border infantry, one company"]);
  expect(distinct(ours, [ours, banal])).toBe("Half bty");
});
