import { expect, test } from "vitest";
import { inWords } from "./left";

test("the time left is told as people say it", () => {
  expect(inWords(-3)).toBe("0 s");
  expect(inWords(41.2)).toBe("42 s");
  expect(inWords(61)).toBe("1 min 1 s");
  expect(inWords(14 * 60 + 5)).toBe("14 min");
  expect(inWords(3600 * 5 + 125)).toBe("5 h 2 min");
  expect(inWords(86_400 * 3 - 1)).toBe("2 days");
});
