import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { madeEvent, madeUnit } from "../lib/made";
import type { Table } from "../lib/store.svelte";
import type { Picture, Scene } from "../lib/types";
import { voice } from "../lib/voice.svelte";
import type { Player } from "./player.svelte";
import { Watch } from "./watch.svelte";

const gun: Scene = { act: "fire", who: "unit", whom: "at", paces: "", count: "", note: "", winner: "", wins: {}, when: {} };
const picture = { turn: 1, phase: "a", units: [madeUnit({ id: "a", own: false }), madeUnit({ id: "b", own: true })], leaders: [], smoke: [] } as unknown as Picture;
const shot = (n: number) => madeEvent({ n, kind: "shoots", phase: "a", text: `shot ${n}`, units: { unit: "a", at: "b" } });

vi.mock("../lib/client", () => ({ Refused: class extends Error {}, api: { reel: async () => ({ first: 0, base: picture, frames: [] }) } }));
vi.mock("../stage/stage", () => ({ staged: (_: unknown, events: { n: number }[]) => events.map((event) => ({ act: "fire", deeds: [{ event, who: "a", whom: "b" }], effects: [], first: event.n, last: event.n })) }));

function sit() {
  const table = { token: "x", events: [shot(0)], data: { state: 1, decisions: [] as unknown[], picture, scenes: { shoots: [gun] } }, say: () => undefined, lookBack: () => undefined, changes: [{ unit: "b", own: true, words: ["dispersed"], grave: 9 }], shortOf: () => "Dragoons" };
  const player = { takes: [] as unknown[], load(takes: unknown[]) { this.takes = takes; }, append() {}, play() {}, clear() { this.takes = []; }, left: 0, tempo: 1, playing: true, at: 0 };
  const watch = new Watch(table as unknown as Table, player as unknown as Player);
  watch.heard(false);
  return { watch, happens: async (n: number, isAsked = false) => {
    table.events = [...table.events, shot(n)];
    table.data = { ...table.data, state: table.data.state + 1, decisions: isAsked ? [{}] : [] };
    watch.heard(false);
    await vi.advanceTimersByTimeAsync(500);
  } };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("plays news, and news after it", async () => {
  const { watch, happens } = sit();
  await happens(1);
  expect(watch.open).toBe(true);
  watch.close();
  await happens(2);
  expect(watch.open).toBe(true);
});
it("shows no more once it is skipped, up to the next question", async () => {
  const { watch, happens } = sit();
  await happens(1);
  watch.skip();
  await happens(2);
  await happens(3, true);
  expect(watch.open).toBe(false);
  await happens(4);
  expect(watch.open).toBe(true);
});
it("tells what came of what is skipped, when the next question is there", async () => {
  const { watch, happens } = sit();
  const said = () => voice.lines.filter((line) => line.text.includes("Dragoons: dispersed")).length, before = said();
  await happens(1);
  watch.skip();
  expect(said()).toBe(before);
  await happens(2, true);
  expect(said()).toBe(before + 1);
});
it("does not show what was being fetched when it was skipped", async () => {
  const { watch, happens } = sit();
  await happens(1);
  const more = happens(2, true);
  watch.skip();
  await more;
  expect(watch.open).toBe(false);
});
