import { expect, test } from "vitest";
import type { Kept } from "../../lib/games";
import { MOST_FILES, NotOurs, understood, type Piece } from "./drop";
import { endingOf, forks } from "./tree";

const file = (path: string, text = "x"): Piece => ({ path, file: new File([text], path.split("/").at(-1) ?? path) });
const why = async (pieces: Piece[], folder = ""): Promise<string> => {
  try {
    return (await understood(pieces, folder)).kind;
  } catch (error) {
    return error instanceof NotOurs ? error.why : String(error);
  }
};

test("files are known by their names, and read to the last byte", async () => {
  const found = await understood([file("hill.json", '{"ä": 1}')]);
  expect(found).toEqual({ kind: "save", file: { name: "hill.json", content: btoa('{"\xc3\xa4": 1}') } });
  expect(await why([file("hill.zip")])).toBe("scenario");
  expect(await why([file("hill.png")])).toBe("kind");
  expect(await why([])).toBe("empty");
  expect(await why([file("a.json"), file("b.json")])).toBe("several");
});

test("of a folder only what belongs to a scenario is read", async () => {
  const found = await understood(["scenario.toml", "armies.toml", "field.geojson", "ratings/cold.toml", "notes/secret.txt", ".git/config"].map((name) => file(`hill/${name}`)), "hill");
  if (found.kind !== "scenario") throw new Error(found.kind);
  expect(Object.keys(found.bundle.files ?? {})).toEqual(["hill/scenario.toml", "hill/armies.toml", "hill/field.geojson", "hill/ratings/cold.toml"]);
  expect(await why([file("photos/a.png")], "photos")).toBe("kind");
  expect(await why(Array.from({ length: MOST_FILES + 1 }, (_, n) => file(`hill/${n}.toml`)), "hill")).toBe("many");
});

const kept = (game: string, more: Partial<Kept> = {}): Kept => ({ game, battle: "", title: game, system: "", date: "", seats: [{ seat: "a", title: "A", token: "t" }], others: [], host: "", spectator: "", turn: 4, turns: 9, over: false, waiting: false, seen: 0, ...more });

test("branches of branches stand below one another, and a ring of them ends", () => {
  const root = kept("root"), late = kept("late", { parent: { game: "root", turn: 7 } }), early = kept("early", { parent: { game: "root", turn: 2 } }), deep = kept("deep", { turn: 1, parent: { game: "early", turn: 3 } });
  expect(forks(root, [root, late, deep, early]).map(({ game, turn, to, row }) => [game.game, turn, to, row])).toEqual([["early", 2, 4, 1], ["deep", 3, 3, 2], ["late", 7, 7, 3]]);
  const ring = kept("ring", { parent: { game: "ring2", turn: 1 } }), ring2 = kept("ring2", { parent: { game: "ring", turn: 1 } });
  expect(forks(ring, [ring, ring2])).toHaveLength(1);
});

test("how a battle ended is told for the side one sat on", () => {
  const result = { winner: "Reds", level: "clear", side: "Reds", lost: 1, theirs: 2, turns: 9 };
  expect(endingOf(kept("x", { over: true, result }))).toBe("won");
  expect(endingOf(kept("x", { over: true, result: { ...result, side: "Blues" } }))).toBe("lost");
  expect(endingOf(kept("x", { over: true, result: { ...result, winner: "" } }))).toBe("drawn");
  expect(endingOf(kept("x", { over: true, result, seats: [...kept("x").seats, ...kept("x").seats] }))).toBe("");
  expect(endingOf(kept("x", { result }))).toBe("");
});
