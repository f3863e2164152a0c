import { describe, expect, it } from "vitest";
import { wanted } from "../ground/tiles";
import { thickness } from "../symbols/cloud";
import type { Badge, Part, Picture, UnitPicture } from "../lib/types";
import { blockBoxes, blocks, discs, tail } from "../symbols/badges";
import { brigades, lastName } from "../symbols/brigades";
import { figure, fitting, kindOf, rows } from "../symbols/figures";
import { Room, Sheet, fitted, letter, levelOf, meanHeading, overlap, square, unwound, zoomedAt } from "../symbols/geometry";
import { figureBox, flag, labels } from "../symbols/labels";
import type { Laid } from "../symbols/labels";
import { pips, shapeOf, smoke, surname, tenthsLost } from "../symbols/marks";
import { title } from "../ground/names";
import { bands, plan, stages } from "./orders";
import { names } from "../ground/names";
import { inOrder, lettered, said, standing } from "./scene";
import { escaped } from "../symbols/text";
import { madeLeader, madePlace, madeUnit } from "../lib/made";

const line: Part[] = Array.from({ length: 6 }, (_, i) => [-75 + i * 25, -5.4, -50 + i * 25, 0, 100, String(i + 1), "company"]);
const column: Part[] = [0, 1, 2].flatMap((row): Part[] => [[-25, -50 * row - 5.4, 0, -50 * row, 100, "a", "company"], [0, -50 * row - 5.4, 25, -50 * row, 100, "b", "company"]]);

const unit = (more: Partial<UnitPicture> = {}): UnitPicture => madeUnit({ name: "2/33e", parts: line, men: 640, brigade: "Perrin", ...more });

describe("the view", () => {
  it("zooms so that what is under the pointer stays there", () => {
    const before = { k: 0.5, x: -100, y: 40 }, after = zoomedAt(before, 300, 200, 2, { least: 0.1, most: 4 });
    expect((300 - after.x) / after.k).toBeCloseTo((300 - before.x) / before.k);
    expect(after.k).toBe(1);
    expect(zoomedAt(before, 0, 0, 100, { least: 0.1, most: 4 }).k).toBe(4);
  });
  it("shows the whole table when it fits it", () => {
    const view = fitted([3000, 2000], { left: 0, top: 0, right: 1600, bottom: 1000 });
    expect(view.x).toBeGreaterThan(0);
    expect(view.y + 2000 * view.k).toBeLessThan(1000);
  });
  it("has north at the top and goes both ways", () => {
    const sheet = new Sheet(0.5, 3000, 2000);
    expect(sheet.at(0, 2000)).toEqual([0, 0]);
    expect(sheet.spot(...sheet.at(700, 300))).toEqual([700, 300]);
  });
  it("is far, middle or near as the look says", () => expect([0.3, 0.62, 1.6].map((k) => levelOf(k))).toEqual(["far", "middle", "near"]));
  it("letters the grid beyond Z", () => {
    expect([0, 25, 26, 27].map(letter)).toEqual(["A", "Z", "AA", "AB"]);
    expect(square([450, 1990], 2000)).toBe("C1");
  });
});

describe("turns and boxes", () => {
  it("turns the short way round", () => {
    expect(unwound(350, 10)).toBe(370);
    expect(unwound(10, 350)).toBe(-10);
  });
  it("means headings across north", () => expect(meanHeading([350, 10]) % 360).toBeCloseTo(0));
  it("tells turned boxes apart", () => {
    const box = (x: number, turn: number) => ({ x, y: 0, w: 20, h: 4, turn });
    expect(overlap(box(0, 0), box(30, 0))).toBe(true);
    expect(overlap(box(0, 0), box(30, 90))).toBe(false);
  });
});

describe("figures", () => {
  it("keep their frontage to scale and grow only to the rear", () => {
    const { extent } = figure(unit(), 0.5);
    expect(extent.x1 - extent.x0).toBeCloseTo(75);
    expect(extent.y0).toBeCloseTo(0);
    expect(extent.y1).toBeCloseTo(8.5);
  });
  it("draw a column as a bar for each row, of which the first leads", () => {
    const bars = rows(column, 0.5, 5.2, 1.7);
    expect(bars.map((bar) => bar.leads)).toEqual([true, false, false]);
    expect(bars.every((bar) => bar.cells.length === 2)).toBe(true);
  });
  it("are told apart by their parts and formation", () => {
    expect(kindOf(unit())).toBe("foot");
    expect(kindOf(unit({ shape: "square" }))).toBe("square");
    expect(kindOf(unit({ arm: "cavalry", parts: [[0, 0, 9, 9, 1, "", "squadron"]] }))).toBe("horse");
    expect(kindOf(unit({ arm: "artillery", parts: [[0, 0, 9, 9, 1, "", "limber"]] }))).toBe("limbered");
    expect(kindOf(unit({ arm: "irregular", parts: [[0, 0, 9, 9, 1, "", "dots"]] }))).toBe("swarm");
  });
  it("are drawn even of units of which nothing is known", () => expect(figure(unit({ parts: [] }), 0.5).svg).toContain("body"));
  it("shorten names of companies to the room there is", () => expect([90, 40, 10].map((room) => fitting("Voltigeurs", room))).toEqual(["Voltigeurs", "Volt.", "V"]));
});

const PIPS: Badge = { words: "2 markers", shape: "pips", glyph: "diamond", count: 2, letters: "", tone: "notice", dashed: false };

describe("marks", () => {
  it("draw the best and the worst step of any ladder with the first and the last shape", () => {
    const shapes = (of: number) => Array.from({ length: of }, (_, step) => shapeOf({ step, of }));
    expect([shapes(6), shapes(5), shapes(4), shapes(2), shapes(1)]).toEqual([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4], [0, 1, 3, 4], [0, 4], [0]]);
    expect([shapes(12)[0], shapes(12)[11]]).toEqual([0, 5]);
  });
  it("stand in blocks and discs beside a unit, dashed while they are not for all", () => {
    const [each] = standing([unit({ badges: [{ ...PIPS, shape: "block", letters: "M", dashed: true, words: "<move>" }, { ...PIPS, shape: "disc", glyph: "prone" }] })], new Sheet(0.6, 3000, 2000), "block");
    expect(blocks(each!)).toMatch(/class="block t-notice dashed".*&lt;move&gt;.*>M</);
    expect(discs(each!)).toContain("unit-sign");
    expect(blockBoxes(each!)).toHaveLength(1);
    expect(tail([{ ...PIPS, shape: "tail", letters: "2/4" }, PIPS])).toBe("2/4");
  });
  it("count losses in whole tenths", () => expect([1, 0.91, 0.9, 0.45].map(tenthsLost)).toEqual([0, 0, 1, 5]));
  it("show one pip and the figure when there are many", () => {
    expect(pips(3, [PIPS]).svg.match(/class="loss"/g)).toHaveLength(3);
    expect(pips(3, [PIPS]).svg.match(/class="pip t-notice"/g)).toHaveLength(2);
    expect(pips(0, [{ ...PIPS, count: 7 }]).svg).toContain(">7<");
    expect(pips(8, []).svg).toContain(">8<");
  });
  it("write a surname on a flag", () => expect(["General of Brigade Lambelin", "Colonel von Rabenau", "Ney"].map(surname)).toEqual(["Lambelin", "von Rabenau", "Ney"]));
});

describe("labels", () => {
  const laid = (units: UnitPicture[]): Laid[] => standing(units, new Sheet(0.6, 3000, 2000), "block");
  const placed = (all: Laid[], kept: string[] = []) => {
    const room = new Room();
    for (const each of all) room.take(figureBox(each));
    return labels(all, room, { kept: new Set(kept), marks: true, size: [1800, 1200] });
  };
  it("lie where panels leave the map free, for those who stand there", () => {
    const east = { unit: unit({ id: "e", heading: 270 }), at: [600, 400] as [number, number], turn: 270, extent: figure(unit({ heading: 270 }), 0.5).extent, faces: true };
    const free = (seen?: readonly [number, number, number, number]) => labels([east], new Room(), { kept: new Set(), marks: true, size: [1800, 1200], seen })[0]!;
    const plainly = free(), beside = free([0, 0, 640, 800]);
    expect(plainly.x + plainly.w / 2).toBeGreaterThan(640);
    expect(beside.x + beside.w / 2).toBeLessThan(640);
    // who stands under a panel has his label as ever
    expect(free([0, 0, 500, 800])).toEqual(plainly);
  });
  it("of places lie close to small things, or are left out", () => {
    const farm = { type: "FeatureCollection" as const, paces: [1800, 1200] as [number, number], character: "", features: [{ type: "Feature" as const, properties: { kind: "building", name: "Farm" }, geometry: { type: "Polygon" as const, coordinates: [[[930, 630], [1040, 630], [1040, 730], [930, 730], [930, 630]]] as [number, number][][] } }] };
    const sheet = new Sheet(0.18, 1800, 1200, 0), [, x = 0, y = 0] = (/translate\(([\d.]+) ([\d.]+)\)/.exec(names(farm, sheet)) ?? []).map(Number), at = sheet.at(985, 680);
    expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(30);
    const crowded = new Room();
    crowded.take({ x: at[0], y: at[1], w: 200, h: 200, turn: 0 });
    expect(names(farm, sheet, crowded)).toBe("");
  });
  it("lie behind the rear edge, never upside down", () => {
    const [north] = placed(laid([unit()])), [south] = placed(laid([unit({ id: "s", heading: 180 })]));
    expect(north!.y).toBeGreaterThan(900);
    expect(south!.y).toBeLessThan(900);
    expect(south!.turn).toBe(0);
  });
  it("do not overlap one another nor a figure", () => {
    const all = laid(Array.from({ length: 40 }, (_, i) => unit({ id: `u${i}`, x: 400 + (i % 8) * 90, y: 400 + Math.floor(i / 8) * 40, heading: i * 13 })));
    const strips = placed(all).map((l) => ({ x: l.x, y: l.y, w: l.w / 2, h: 5.5, turn: l.turn }));
    for (const [i, a] of strips.entries()) {
      for (const b of strips.slice(i + 1)) expect(overlap(a, b)).toBe(false);
      for (const each of all) expect(overlap(a, figureBox(each, 0))).toBe(false);
    }
  });
  it("of selected units are never lost", () => {
    const crowd = laid(Array.from({ length: 30 }, (_, i) => unit({ id: `u${i}`, x: 500 + i, y: 500 + i })));
    expect(placed(crowd, ["u17"]).map((label) => label.unit)).toContain("u17");
  });
  it("let flags hang clear of figures", () => {
    const room = new Room(), [each] = laid([unit()]);
    room.take(figureBox(each!));
    const l = madeLeader({ name: "Ney" });
    expect(flag(l, each!.at, room).up).toBeGreaterThan(16);
  });
});

describe("brigades", () => {
  it("gather units that stand together, by arm", () => {
    const all = brigades([unit({ id: "a" }), unit({ id: "b", x: 650 }), unit({ id: "far", x: 2500 }), unit({ id: "guns", arm: "artillery" })]);
    expect(all.map((b) => b.units)).toEqual([["a", "b"], ["far"], ["guns"]]);
    expect(all[0]!.width).toBeCloseTo(300);
  });
  it("go by their commander's name", () => expect(["2nd Division / Bylandt's brigade (2nd Netherlands)", "Perrin"].map(lastName)).toEqual(["Bylandt", "Perrin"]));
});

describe("orders", () => {
  const sheet = new Sheet(0.6, 3000, 2000), rings = [{ name: "P2", paces: 120, text: "", arms: [] }, { name: "P1", paces: 600, text: "", arms: [] }];
  it("mark each band once, widest undermost", () => {
    const drawn = bands(unit(), "infantry", rings, sheet);
    expect(drawn.under.indexOf("b1")).toBeLessThan(drawn.under.indexOf("b0"));
    expect(drawn.over).toContain("P2");
  });
  it("name no band beyond the table", () => {
    const wide = bands(unit(), "infantry", [{ name: "P0", paces: 9000, text: "", arms: [] }], sheet);
    expect(wide.under).toContain("band");
    expect(wide.over).toBe("");
  });
  it("name a band beyond its edge where names lie all along it", () => {
    const centre = (drawn: string) => /translate\(([-\d.]+) ([-\d.]+)\)/.exec(drawn)!.slice(1).map(Number) as [number, number];
    const alone = bands(unit(), "infantry", rings.slice(0, 1), sheet), room = new Room(), at = sheet.at(unit().x, unit().y);
    const [x, y] = centre(alone.over), reach = Math.hypot(x - at[0], y - at[1]);
    room.take({ x: at[0], y: at[1], w: 1000, h: Math.abs(y - at[1]) + 3, turn: 0 });
    const [px, py] = centre(bands(unit(), "infantry", rings.slice(0, 1), sheet, room).over);
    expect(Math.hypot(px - at[0], py - at[1])).toBeGreaterThan(reach + 5);
    expect(room.free({ x: px, y: py, w: 1, h: 1, turn: 0 })).toBe(true);
  });
  it("lay the quarters in one row along the way, as many as there is room for, the last always", () => {
    const places = ["¼", "½", "¾", "1"].map((label, i) => madePlace({ label, x: 300 + 30 * (i + 1), y: 600, heading: 90, parts: column }));
    const wide = stages(places, [], new Sheet(1, 1800, 1200));
    expect(wide.map((each) => each.label)).toEqual(["¼", "½", "¾", "1"]);
    expect(new Set(wide.map((each) => Math.round(each.at[1]))).size).toBe(1);
    const phone = new Sheet(0.18, 1800, 1200), narrow = stages(places, [], phone), last = phone.at(420, 600);
    expect(narrow.at(-1)?.label).toBe("1");
    expect(narrow.length).toBeLessThan(4);
    for (const { at } of narrow) expect(Math.hypot(at[0] - last[0], at[1] - last[1])).toBeLessThan(40);
    const taken = new Room();
    taken.take({ x: wide[3]!.at[0], y: wide[3]!.at[1], w: 20, h: 20, turn: 0 });
    expect(Math.round(stages(places, [], new Sheet(1, 1800, 1200), taken)[3]!.at[1])).not.toBe(Math.round(wide[3]!.at[1]));
  });
  it("mark the stages of a move, and dash what is refused", () => {
    const marks = ["¼", "½", "2+1D", "<1>"], places = marks.map((label, i) => madePlace({ label, x: 500, y: 540 + i * 40, parts: line }));
    for (const mark of [...marks.slice(0, 3), "&lt;1&gt;"]) expect(plan(unit(), places, false, sheet)).toContain(mark);
    expect(plan(unit(), places, true, sheet)).toContain("refused");
  });
});

describe("words", () => {
  it("say a unit aloud", () => expect(said(unit({ badges: [PIPS], marks: ["first volley"] }))).toBe("2/33e, line, resolute, 640 men, 2 markers, first volley"));
  it("never let a name become markup", () => expect(escaped('<b a="1">')).toBe("&lt;b a=&quot;1&quot;&gt;"));
  it("leave out what only tells polygons apart", () => expect(title("bossu wood, north part")).toBe("Bossu wood"));
  it("order units as the roster does", () => {
    const picture = { units: [unit({ id: "z" }), unit({ id: "a" })], formations: [{ name: "", leader: "", units: ["a"], formations: [{ name: "", leader: "", units: ["z"], formations: [] }] }] } as unknown as Picture;
    expect(inOrder(picture).map((each) => each.id)).toEqual(["a", "z"]);
  });
});

describe("smoke from near", () => {
  it("is thick in the middle, torn at its rim and nowhere cut off", () => {
    const wide = 60, thick = thickness(11, wide), at = (x: number, y: number) => thick[y * wide + x] ?? 0;
    expect(at(30, 30)).toBeGreaterThan(0.5);
    for (let i = 0; i < wide; i++) for (const edge of [at(i, 0), at(i, wide - 1), at(0, i), at(wide - 1, i)]) expect(edge).toBeLessThan(0.08);
    const ring = Array.from({ length: 48 }, (_, i) => at(Math.round(30 + 20 * Math.cos((i / 48) * 2 * Math.PI)), Math.round(30 + 17 * Math.sin((i / 48) * 2 * Math.PI))));
    expect(Math.max(...ring) - Math.min(...ring)).toBeGreaterThan(0.25);
  });
  it("is laid from a picture that stands once in the drawing", () => {
    const svg = smoke([[100, 100], [140, 100]], 2, (x, y) => [x * 2, y * 2], (kind) => `picture-${kind}`);
    expect(svg.split("picture-0").length - 1).toBe(1);
    expect(svg.split("<use ").length - 1).toBe(6);
    expect(smoke([[100, 100]], 0.5, (x, y) => [x, y], () => "never")).not.toContain("never");
  });
});

describe("tiles of the ground", () => {
  it("are those of the window and a little more, the middle first, and none beyond the table", () => {
    const size = { width: 512, height: 512 }, found = wanted({ k: 1, x: 0, y: 0 }, 1, size, [2000, 2000], 0);
    expect(found.length).toBe(4);
    const all = wanted({ k: 1, x: -512, y: -512 }, 1, size, [2000, 2000], 128);
    expect(all.length).toBe(16);
    expect(all.slice(0, 4).every(([i, j]) => (i === 2 || i === 3) && (j === 2 || j === 3))).toBe(true);
    expect(wanted({ k: 1, x: 0, y: 0 }, 1, { width: 4000, height: 4000 }, [300, 200]).length).toBe(2);
  });
  it("are fewer where the sheet is stretched", () => {
    expect(wanted({ k: 2, x: 0, y: 0 }, 1, { width: 512, height: 512 }, [2000, 2000], 0).length).toBe(1);
  });
});

it("places flags and figures without laying out names, until those are wanted", () => {
  const sheet = new Sheet(1, 2000, 2000), all = standing([unit({ x: 500, y: 500 })], sheet, "block"), leaders = [madeLeader({ x: 900, y: 900 })];
  const laid = (named: boolean) => lettered(all, leaders, sheet, new Set(), new Room(), undefined, named);
  expect(laid(false).labels).toEqual([]);
  expect(laid(true).labels).toHaveLength(1);
  expect(laid(false).flags).toEqual(laid(true).flags);
});
