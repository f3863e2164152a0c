import { expect, test } from "vitest";
import { due, hashOf, type Proof } from "./pledges";
import { sha256 } from "./sha256";
import type { DiceTold } from "../lib/types";

test("SHA-256 is that of the standard", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("a".repeat(1000))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
});

const nothing = (): Proof => ({ commitment: "c", parts: {}, promises: {} });
const told = (more: Partial<DiceTold>, mine = {}, other = {}): DiceTold => ({
  begun: false, commitment: "c", promised: false, draw: 1, chosen: "", part: "", seed: "", ...more,
  seats: [{ seat: "a", commitment: "", given: false, part: "", ...mine }, { seat: "b", commitment: "", given: false, part: "", ...other }],
});

test("a part is promised by its hash, kept, and given when all have promised", () => {
  const proof = nothing(), first = due("g", "a", told({}), proof);
  const part = proof.parts.a?.[1] ?? "";
  expect(part).toMatch(/^[0-9a-f]{32}$/);
  expect(first).toEqual({ seat: "a", promise: hashOf("g", "a", part) });
  const mine = { commitment: hashOf("g", "a", part) };
  expect(due("g", "a", told({}, mine), proof)).toBeNull();
  expect(due("g", "a", told({ promised: true }, mine, { commitment: "x" }), proof)).toEqual({ seat: "a", part });
  expect(proof.promises).toEqual({ a: mine.commitment, b: "x" });
  expect(due("g", "a", told({ promised: true }, { ...mine, given: true }), proof)).toBeNull();
  expect(due("g", "a", told({ begun: true }), proof)).toBeNull();
});

test("a page that was loaded again promises the same part", () => {
  const proof = nothing();
  expect(due("g", "a", told({}), proof)).toEqual(due("g", "a", told({}), proof));
});

test("where another browser has the part, a new one is promised, for the next draw", () => {
  const proof = nothing(), word = due("g", "a", told({ promised: true }, { commitment: "f".repeat(64) }), proof);
  expect(word?.promise).toBe(hashOf("g", "a", proof.parts.a?.[2] ?? ""));
});

test("nothing is asked of one who has no part in it", () => {
  expect(due("g", "c", told({}), nothing())).toBeNull();
});
