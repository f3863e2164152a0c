import { expect, it, vi } from "vitest";
import { madeEvent, madeLeader, madeUnit } from "../lib/made";
import type { Frame, Picture, Reel, Scene, TableEvent } from "../lib/types";
import { beats, deedOf, type Scenes } from "./beats";
import { along, between, lengthOf, turned } from "../stage/motion";
import { Player } from "./player.svelte";
import { framed } from "./reel";
import { T } from "../lib/text";
import { captioned, gathered } from "./captions";
import { barsOf } from "../stage/going";
import { momentOf } from "../stage/paint";
import { crowd, staged, striding, type Take } from "../stage/stage";

const scene = (act: Scene["act"], more: Partial<Scene> = {}): Scene => ({ act, who: "unit", whom: "", paces: "", count: "", note: "", winner: "", wins: {}, when: {}, ...more });
const scenes: Scenes = {
  goes: [scene("march", { paces: "far" })], shoots: [scene("fire", { whom: "at", paces: "far", count: "hit" })], falls: [scene("fall", { count: "men" })], shaken: [scene("spirit")],
  rushes: [scene("charge", { whom: "at" })], fights: [scene("clash", { whom: "at", winner: "won", wins: { us: "who", them: "whom" } })], squares: [scene("form", { when: { done: true } }), scene("sign", { when: { done: false } })],
};
const event = (n: number, kind: string, more: Partial<TableEvent> = {}): TableEvent => madeEvent({ n, kind, phase: "a", text: `${kind} ${n}`, units: { unit: "a" }, ...more });
const at = (units: Picture["units"], more: Partial<Picture> = {}): Picture => ({ turn: 1, phase: "a", units, leaders: [], riders: [], ghosts: [], formations: [], measures: [], ladder: "", smoke: [], wind_from: 0, tints: [], chips: [], whose: {}, rings: [], layers: [], areas: [], lines: [], tokens: [], cards: [], margin: [], grid: null, spaces: null, ground: [], ground_words: {}, yardstick: null, ...more });
const frame = (n: number, whole: boolean, more: Partial<Frame>): Frame => ({ n, turn: 1, phase: "a", whole, fields: {}, lists: {}, ...more });

// ---- motion

it("wheels about the flank that stands still", () => {
  // A front of 100 paces facing north wheels a quarter to the right about its right flank, which is at (50, 0).
  const way = [{ x: 0, y: 0, heading: 0 }, { x: 50, y: 50, heading: 90 }];
  for (const t of [0, 0.25, 0.5, 0.75, 1]) {
    const pose = between(way[0]!, way[1]!, t), r = (pose.heading * Math.PI) / 180;
    expect(pose.x + 50 * Math.cos(r)).toBeCloseTo(50);
    expect(pose.y - 50 * Math.sin(r)).toBeCloseTo(0);
  }
});
it("goes straight, turns the short way, and faces about before it runs", () => {
  expect(between({ x: 0, y: 0, heading: 359 }, { x: 10, y: 20, heading: 0 }, 0.5)).toEqual({ x: 5, y: 10, heading: 359.5 });
  expect(turned(350, 10)).toBe(20);
  expect(turned(10, 350)).toBe(-20);
  const half = between({ x: 0, y: 0, heading: 0 }, { x: 0, y: -100, heading: 180 }, 0.2);
  expect(half.y).toBe(0);
  expect(Math.abs(half.heading)).toBeGreaterThan(100);
});
it("keeps an even pace along a way and ends at its end", () => {
  const way = [{ x: 0, y: 0, heading: 0 }, { x: 0, y: 30, heading: 0 }, { x: 0, y: 100, heading: 0 }];
  expect(lengthOf(way)).toBe(100);
  expect(along(way, 0.5).y).toBeCloseTo(50);
  expect(along(way, 1)).toEqual(way[2]);
  expect(along([way[0]!], 0.3)).toEqual(way[0]);
});

// ---- beats

it("shows an event by the roles and values that its scene names", () => {
  const deed = deedOf(event(1, "shoots", { units: { unit: "a", at: "b" }, values: { far: 96, hit: 3 } }), scenes);
  expect([deed.act, deed.who, deed.whom, deed.paces, deed.count]).toEqual(["fire", "a", "b", 96, 3]);
  expect(deedOf(event(1, "fights", { units: { unit: "a", at: "b" }, values: { won: "them" } }), scenes).won).toBe("whom");
  expect(deedOf(event(1, "squares", { values: { done: false } }), scenes).act).toBe("sign");
  expect(deedOf(event(1, "sings"), scenes).act).toBe("word");
  expect(deedOf(event(1, "shoots", { units: { unit: "", at: "b" } }), scenes).who).toBe("");
});
it("tells fire with what came of it, and marches together", () => {
  const told = [
    event(0, "phase"), event(1, "goes", { quarter: 1, text: "" }), event(2, "goes", { quarter: 1, text: "", units: { unit: "b" } }), event(3, "goes", { quarter: 2, text: "" }),
    event(4, "goes"), event(5, "shoots", { phase: "b", units: { unit: "b", at: "a" }, values: { hit: 1 } }), event(6, "falls", { phase: "b" }), event(7, "shaken", { phase: "b" }), event(8, "falls", { phase: "b", units: { unit: "z" } }),
  ];
  const found = beats(told, scenes);
  expect(found.map((beat) => [beat.act, beat.deeds.length, beat.effects.length])).toEqual([["march", 4, 0], ["fire", 1, 2], ["fall", 1, 0]]);
  expect(found[0]!.deeds.at(-1)!.event.text).toBe("goes 4");
});
it("fires takes that hit nobody together, and very many takes in a few salvoes", () => {
  const take = (n: number, hit = 0) => event(n, "shoots", { units: { unit: `s${n}`, at: "t" }, values: { hit } });
  expect(beats([take(0), take(1), take(2)], scenes)).toHaveLength(1);
  expect(beats([take(0, 1), take(1, 1)], scenes)).toHaveLength(2);
  const many = beats(Array.from({ length: 80 }, (_, n) => take(n, n % 3)), scenes);
  expect(many.length).toBeLessThanOrEqual(9);
  expect(many.flatMap((beat) => beat.deeds)).toHaveLength(80);
});
it("goes over the end of no phase, and says nothing of what is not worth a word", () => {
  const found = beats([event(0, "goes"), event(1, "goes", { phase: "b" }), event(2, "hums", { phase: "b", text: "" })], scenes);
  expect(found.map((beat) => beat.phase)).toEqual(["a", "b"]);
});

// ---- the stage

const one = madeUnit({ id: "a", x: 0, y: 0 }), other = madeUnit({ id: "b", own: false, x: 0, y: 200 });
const moved = { ...one, y: 100 }, hit = { ...other, men: 400, steadiness: { step: 3, of: 6, word: "broken" } };
const reel: Reel = {
  first: 0, last: 3, base: at([one, other]),
  frames: [
    frame(0, false, { lists: { units: { changed: [{ ...one, y: 40 }], order: null } } }),
    frame(1, true, { lists: { units: { changed: [moved], order: null } } }),
    frame(3, true, { fields: { smoke: [[1, 2]] }, lists: { units: { changed: [hit], order: null } } }),
  ],
};
const told = [event(0, "goes"), event(1, "goes"), event(2, "shoots", { phase: "b", units: { unit: "a", at: "b" }, values: { hit: 2 } }), event(3, "falls", { phase: "b", units: { unit: "b" } })];

it("is played from picture to picture and ends in exactly the last", () => {
  const takes = staged(reel, told, scenes), last = reel.frames.reduce(framed, reel.base);
  expect(takes.map((take) => take.act)).toEqual(["march", "fire"]);
  expect(takes.at(-1)!.after).toEqual(last);
  expect(takes[0]!.ways.get("a")).toEqual([{ x: 0, y: 0, heading: 0 }, { x: 0, y: 40, heading: 0 }, { x: 0, y: 100, heading: 0 }]);
  expect(takes[0]!.after.units.map((unit) => unit.y)).toEqual([100, 200]);
  expect(takes[1]!.before.units[1]!.men).toBe(500);
  expect(takes[1]!.after.units[1]!.men).toBe(400);
});
it("knows whose deed it is", () => {
  const [march, fire] = staged(reel, told, scenes);
  expect([march!.own, march!.mine, fire!.own, fire!.mine]).toEqual([true, true, true, true]);
  const theirs = staged({ ...reel, base: at([{ ...one, own: false }, other]) , frames: [frame(3, true, {})] }, told, scenes);
  expect(theirs.map((take) => take.mine)).toEqual([false, false]);
});
it("changes at each beat only those who are named in it", () => {
  const third = madeUnit({ id: "c", x: 9 }), many: Reel = {
    first: 0, last: 2, base: at([one, third], { leaders: [madeLeader({ id: "l" })] }),
    frames: [frame(2, true, { lists: { units: { changed: [moved, { ...third, men: 1 }], order: null }, leaders: { changed: [madeLeader({ id: "l", x: 7 })], order: null } } })],
  };
  const takes = staged(many, [event(0, "goes"), event(1, "shaken", { units: { unit: "c" } }), event(2, "sings", { units: {} })], scenes);
  expect(takes.map((take) => take.after.units.map((unit) => [unit.y, unit.men]))).toEqual([[[100, 500], [500, 500]], [[100, 500], [500, 1]], [[100, 500], [500, 1]]]);
  expect(takes[0]!.after.leaders[0]!.x).toBe(0);
  expect(takes[2]!.after.leaders[0]!.x).toBe(7);
});
it("begins at the table that one had, if that is given", () => {
  const had = at([one, { ...other, men: 480 }]), takes = staged(reel, told, scenes, had);
  expect(takes[0]!.before.units[1]!.men).toBe(480);
  expect(takes.at(-1)!.after).toEqual(reel.frames.reduce(framed, reel.base));
});
it("takes away those who are gone, and puts records in their order", () => {
  const gone = framed(at([one, other]), frame(0, true, { lists: { units: { changed: [madeUnit({ id: "n" })], order: ["n", "b"] } } }));
  expect(gone.units.map((unit) => unit.id)).toEqual(["n", "b"]);
});

// ---- words

const names = { nameOf: (id: string) => id.toUpperCase(), armOf: (id: string) => (id === "z" ? "cavalry" : "infantry") };
const says = (n: number, who: string, text: string, more: Partial<TableEvent> = {}) => event(n, "goes", { units: { unit: who }, text: `${who.toUpperCase()} ${text}`, ...more });

it("takes together what says the same of several", () => {
  const alike = ["a", "b", "c"].map((who, n) => says(n, who, n === 1 ? "oblique 180 paces" : "obliques 180 paces"));
  expect(gathered(alike, names).map((each) => each.text)).toEqual(["Three battalions oblique 180 paces"]);
  expect(gathered([...alike.slice(0, 2), says(9, "z", "obliques 180 paces")], names)[0]!.text).toBe("Three units oblique 180 paces");
  expect(gathered(alike.slice(0, 2), names)).toHaveLength(2);
  expect(gathered([says(0, "a", "goes on"), says(1, "a", "goes on"), says(2, "a", "goes on")], names).map((each) => each.text)).toEqual(["A goes on, three times"]);
  expect(gathered([...alike.slice(0, 2), says(3, "d", "obliques 180 paces", { phase: "b" })], names)).toHaveLength(3);
});
it("keeps the order of what was told: only what follows on one another is taken together", () => {
  const told = [says(0, "a", "goes 12 inches"), says(1, "b", "sings", { kind: "sings" }), says(2, "c", "goes 12 inches"), says(3, "d", "goes 12 inches"), says(4, "e", "goes 12 inches"), says(5, "b", "sings", { kind: "sings" })];
  expect(gathered(told, names).map((each) => each.events.map((one) => one.n))).toEqual([[0], [1], [2, 3, 4], [5]]);
  expect(gathered(told, names, 3, true)[0]!.events).toHaveLength(4);
});
it("says of several what was said of one", () => {
  expect(["obliques", "marches on", "goes in", "is in its place", "carries on", "has limbered up", "fires", "passes", "oblique", "dresses its ranks"].map(T.play.plural)).toEqual(["oblique", "march on", "go in", "are in their place", "carry on", "have limbered up", "fire", "pass", "oblique", "dress their ranks"]);
});
it("tells a take in a sentence and what came of it", () => {
  const [fire] = beats([event(0, "shoots", { text: "A fires", units: { unit: "a", at: "b" } }), event(1, "falls", { text: "B loses 3", units: { unit: "b" } })], scenes);
  expect(captioned(fire!, [fire!], names)).toEqual({ lead: "A fires.", rest: "B loses 3." });
});
it("finds the other where a scene does not name him", () => {
  expect(deedOf(event(1, "storms", { units: { unit: "a", guns: "b" } }), { storms: [scene("clash")] }).whom).toBe("b");
  expect(deedOf(event(1, "goes", { units: { unit: "a", friend: "b" } }), scenes).whom).toBe("");
});

it("says of several what was said of one, in both verbs, and begins with a capital", () => {
  expect(T.play.plural("dresses its ranks and is in good order")).toBe("dress their ranks and are in good order");
  const beat = { turn: 1, phase: "a", act: "clash", deeds: [{ event: event(1, "fights", { text: "hand-to-hand: a against b" }), who: "a" }], effects: [] } as unknown as Take;
  expect(captioned(beat, [beat], { nameOf: (id) => id, armOf: () => "" }).lead).toBe("Hand-to-hand: a against b.");
  expect([T.map.range(1, ""), T.map.range(21, "")]).toEqual(["1 pace", "21 paces"]);
});

it("leaves twelve who go their figures and names, whoever rides with them, and paints a crowd", () => {
  const way = [{ x: 0, y: 0, heading: 0 }, { x: 9, y: 9, heading: 0 }];
  const going = (n: number): Take => {
    const units = Array.from({ length: n }, (_, i) => madeUnit({ id: `u${i}` }));
    return { after: at(units), ways: new Map([...units.map((unit) => unit.id), "leader", "aide"].map((id) => [id, way])) } as unknown as Take;
  };
  const few = going(12), many = going(13);
  expect([crowd(few).size, striding(few).size]).toEqual([0, 12]);
  expect([crowd(many).size, striding(many).size]).toEqual([13, 0]);
});

it("plays on to the end from an event that one has gone to", () => {
  const waiting: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (tick: FrameRequestCallback) => waiting.push(tick));
  vi.stubGlobal("cancelAnimationFrame", () => (waiting.length = 0));
  const player = new Player({ show: () => undefined, pose: () => undefined, follow: () => undefined, begins: () => undefined }), ended = vi.fn();
  player.onend = ended;
  player.load(staged(reel, told, scenes), 0);
  player.seek(0);
  player.play();
  for (let now = performance.now(); waiting.length && !ended.mock.calls.length; now += 80) waiting.shift()!(now);
  expect(ended).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

// ---- many at once

it("draws a line of companies as one bar, and each row of a column by itself", () => {
  const company = (left: number, ahead: number): [number, number, number, number, number, string, string] => [left, ahead - 6, left + 20, ahead, 80, "c", "company"];
  const line = madeUnit({ parts: [company(20, 0), company(0, 0), company(40, 0)] }), column = madeUnit({ parts: [company(0, 0), company(0, -30)] });
  expect(barsOf(line)).toEqual([{ left: 0, right: 60, ahead: 0, rear: -6 }]);
  expect(barsOf(column).map((bar) => bar.ahead)).toEqual([0, -30]);
  expect(barsOf(madeUnit({ parts: [company(0, 0), company(90, 0)] }))).toHaveLength(2);
});

it("paints what lies under a salvo in steps, and what flies over it with every frame", () => {
  const shot = (n: number) => ({ act: "fire", who: `u${n}`, whom: "x", event: event(n, "shoots") }) as unknown as Take["deeds"][number];
  const salvo = { act: "fire", deeds: Array.from({ length: 40 }, (_, n) => shot(n)), effects: [], ways: new Map() } as unknown as Take, one = { ...salvo, deeds: [shot(0)] };
  const painted = (take: Take, layer: "under" | "over") => new Set(Array.from({ length: 60 }, (_, i) => momentOf(layer, take, i * 16))).size;
  expect(painted(salvo, "over")).toBe(60);
  expect(painted(one, "under")).toBe(60);
  expect(painted(salvo, "under")).toBeLessThan(12);
});
