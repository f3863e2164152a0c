import { expect, test } from "vitest";
import { madeUnit } from "../lib/made";
import type { Part } from "../lib/types";
import { inTurn, middleOf, under } from "./under";

const parts: Part[] = [[-60, -10, 60, 0, 600, "", "company"]];
const line = madeUnit({ id: "line", x: 500, y: 500, heading: 0, parts });
const facingEast = madeUnit({ id: "east", x: 800, y: 500, heading: 90, parts });
const all = [line, facingEast, madeUnit({ id: "away", x: 500, y: 520, where: "left", parts })];

test("the unit under a cross is the one whose ground it is on, whichever way it faces", () => {
  expect(under(all, [550, 495])?.id).toBe("line");
  expect(under(all, [795, 445])?.id).toBe("east");
  expect(under(all, [860, 500])).toBeNull();
});

test("beside it still means it, farther off does not; who has left the table is nowhere", () => {
  expect(under(all, [500, 510])?.id).toBe("line");
  expect(under(all, [500, 520])).toBeNull();
});

test("of two that stand together the nearer is meant", () => {
  const behind = madeUnit({ id: "behind", x: 500, y: 485, parts });
  expect(under([line, behind], [500, 497])?.id).toBe("line");
  expect(under([line, behind], [500, 478])?.id).toBe("behind");
});

test("from unit to unit, round and round", () => {
  expect(inTurn(all, line, 1)?.id).toBe("east");
  expect(inTurn(all, facingEast, 1)?.id).toBe("line");
  expect(inTurn(all, null, 1)?.id).toBe("line");
  expect(inTurn(all, null, -1)?.id).toBe("east");
  expect(middleOf(facingEast).map(Math.round)).toEqual([795, 500]);
});
