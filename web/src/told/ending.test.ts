import { expect, test } from "vitest";
import { changes } from "./changes";
import { rollOf } from "../dice/dice";
import { byLetters, levels } from "./goals";
import { isLoopback } from "../lib/links";
import { T } from "../lib/text";
import type { LeaderPicture, Outcome, Picture, TableEvent, UnitPicture } from "../lib/types";
import { margin, verdict } from "./verdict";
import { madeEvent, madeSide } from "../lib/made";

const unit = (id: string, more: Partial<UnitPicture> = {}): UnitPicture => ({ id, own: false, where: "table", name: id.toUpperCase(), men: 500, guns: 0, steadiness: { step: 0, of: 6, word: "resolute" }, rows: [], engaged: [], ...more }) as unknown as UnitPicture;
const leader = (id: string, more: Partial<LeaderPicture> = {}): LeaderPicture => ({ id, own: true, where: "table", hurt: "", ...more }) as LeaderPicture;
const picture = (units: UnitPicture[], leaders: LeaderPicture[] = []): Picture => ({ units, leaders, measures: [] }) as unknown as Picture;
const gone = (id: string, text: string): TableEvent => madeEvent({ n: 7, kind: "gone", turn: 3, phase: "rally", units: { unit: id }, text });
const told = (before: Picture, after: Picture, news: TableEvent[] = []) => changes(before, after, news).map((change) => [change.unit, ...change.words]);

test("who was seen to disperse is not just out of sight", () => {
  const before = picture([unit("a"), unit("b"), unit("c", { own: true }), unit("d")]);
  expect(told(before, picture([unit("c", { own: true, where: "lost" })]), [gone("a", "A disperses; its men are scattered"), gone("c", "C is destroyed"), gone("d", "Somebody is gone")])).toEqual([
    ["c", "is destroyed"], ["a", "disperses"], ["d", "is lost"], ["b", "is out of sight"],
  ]);
});

test("a leader who is hit is told of first; an enemy's only if it is seen", () => {
  const before = picture([unit("c", { own: true })], [leader("weimar"), leader("ney", { own: false }), leader("foy", { own: false })]);
  const after = picture([unit("c", { own: true, men: 400 })], [leader("weimar", { hurt: "killed", where: "lost" }), leader("ney", { own: false, hurt: "lightly wounded" })]);
  expect(told(before, after)).toEqual([["weimar", "killed"], ["c", "100 men lost"], ["ney", "lightly wounded"]]);
});

test("a volley says how many shooters, at what chance, and what the die was for", () => {
  const details = { percent_each: 9, shooters: 27, pool_percent: 243, automatic: 2, remainder: 43, hits: 2 };
  const event = { roll: { dice: [90], total: 9, modifiers: [["CS-8.2", "base", 5]], details } } as unknown as TableEvent;
  expect(rollOf(event)?.pool).toEqual({ each: 9, shooters: 27, percent: 243, sure: 2, rest: 43, hits: 2 });
  const words = (shooters: number, each: number, sure: number, rest: number) => T.log.pool({ shooters, each, percent: shooters * each, sure, rest });
  expect([words(27, 9, 2, 43), words(3, 27, 0, 81), words(1, 27, 0, 27), words(10, 10, 1, 0)]).toEqual([
    "27 × 9 % = 243 %: 2 sure hits, 43 % for one more", "3 × 27 % = 81 % for a hit", "27 % for a hit", "10 × 10 % = 100 %: 1 sure hit",
  ]);
  expect(rollOf({ roll: { dice: [3], details: { pool: 4 } } } as unknown as TableEvent)?.pool).toBeUndefined();
});

const outcome = (winner: string, level: string, a: number, b: number): Outcome => ({ winner, level, why: "", turns: 9, quits: [], sides: { Prussians: madeSide({ points: a }), French: madeSide({ points: b }) } });
const SCORING = "points; a lead of 2 is marginal, 4 clear";

test("the verdict is for whoever reads it, with the margin", () => {
  const seen = (kind: "player" | "spectator", side: string, found: Outcome) => verdict({ outcome: found, kind, side });
  expect(seen("player", "French", outcome("Prussians", "clear", 9, 1))).toBe("A clear defeat");
  expect(seen("player", "Prussians", outcome("Prussians", "clear", 9, 1))).toBe("A clear victory");
  expect(seen("spectator", "", outcome("Prussians", "", 9, 1))).toBe("Prussians have won");
  expect(seen("player", "French", outcome("", "draw", 4, 5))).toBe("Drawn");
  expect(margin(outcome("", "draw", 4, 5), SCORING)).toBe("French: 1 point ahead. A lead of 2 is marginal, 4 clear.");
  expect(margin(outcome("", "draw", 4, 4), "")).toBe("Level on points.");
  expect(levels("as people judge")).toBe("");
});

test("goals name columns and rows of the map, not paces", () => {
  expect(byLetters("no French unit west of x = 2600 at the end", 2000)).toBe("no French unit west of column N at the end");
  expect(byLetters("the wood south of y = 2300", 4200)).toBe("the wood south of the middle of row 10");
  expect(byLetters("from x = 3200 to x = 4400", 4200, 400)).toBe("from column I to column L");
});

test("links of this computer lead nowhere from others", () => {
  expect(["http://127.0.0.1:8765", "http://localhost:5173/", "http://[::1]:80", "https://table.example.org", "http://192.168.0.7:8765"].map((at) => isLoopback(at))).toEqual([true, true, true, false, false]);
});
