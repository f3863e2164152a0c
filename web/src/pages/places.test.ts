import { expect, test } from "vitest";
import { placeOf, type Place } from "./places";

const load = (): never => {
  throw new Error("nothing is fetched to find a place");
};
const PLACES: Place[] = [{ at: "" }, { at: "rules", load }, { at: "empty" }];

test("an address leads to its place with what stands after its name", () => {
  const { place, path, query } = placeOf("#/rules/cold-steel/CS-5.2%20a?find=wheel&find=square", PLACES);
  expect(place.at).toBe("rules");
  expect(path).toEqual(["cold-steel", "CS-5.2 a"]);
  expect(query.getAll("find")).toEqual(["wheel", "square"]);
});

test.each(["", "#", "#/", "#/nowhere/at/all", "#/empty", "#rubbish?&&=%"])("%s leads to the opening page", (hash) => {
  expect(placeOf(hash, PLACES).place.at).toBe("");
});

test("what cannot be read in an address is left as it is", () => {
  expect(placeOf("#/rules/%E0%A4%A", PLACES).path).toEqual(["%E0%A4%A"]);
});
