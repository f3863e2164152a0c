import { beforeEach, expect, it, vi } from "vitest";
import { api, Refused } from "../lib/client";
import { formOf } from "../asking/forms";
import { round, type Share } from "./previews";
import type { Table } from "../lib/store.svelte";
import { Telling } from "./telling.svelte";
import type { Answer, FieldForm, Option } from "../lib/types";
import { madeOption, madePreview } from "../lib/made";

/** A table at which a leader's points are spent, and another is near enough for some. */
const points: Record<string, number> = {};
const sent: Answer[] = [];
let said = "", inHand: string[] = [], costs: Record<string, number> = {};
const order = (unit: string): Option => madeOption({ key: `order:${unit}`, about: unit, form: formOf({ fields: { leader: { role: "giver" } as FieldForm } }), fields: { leader: { type: "choice", values: ["duke", "king"].filter((each) => (points[each] ?? 0) > 0) }, movement: { type: "choice", values: ["", "forward"] } }, optional: { movement: "" } });
const units = ["a", "b", "c"];
const table = {
  token: "t", ids: new Set([...units, "duke", "king"]), units: new Map(units.map((id) => [id, { id, leaders: ["duke", "king"] }])), notice: null, state: 0,
  get decisions() { return [{ id: "d", options: units.filter((id) => order(id).fields.leader?.type === "choice" && (points.duke ?? 0) + (points.king ?? 0) > 0).map(order) }]; },
  caughtUp: async () => undefined, shortOf: (id: string) => id.toUpperCase(), select: (ids: string[]) => (inHand = ids), say: (text: string) => (said = text),
  desk: { marching: { placed: () => undefined } },
  post: { send: async (answer: Answer) => { const leader = String(answer.values.leader); points[leader] = (points[leader] ?? 0) - (costs[answer.option] ?? 1); sent.push(answer); return true; } },
};
const telling = new Telling(table as unknown as Table);

beforeEach(() => {
  sent.length = 0;
  said = "";
  inHand = [];
  costs = {};
  Object.assign(points, { duke: 1, king: 1 });
  vi.spyOn(api, "preview").mockImplementation(async (_token, asked) => {
    const leader = String(asked.values.leader), cost = costs[asked.option] ?? 1, left = (points[leader] ?? 0) - cost;
    if (left < 0) throw new Refused("too dear", "R", 409);
    return madePreview({ cost, left });
  });
});

const all = () => telling.reckon("d", units.map(order), { movement: "forward", leader: "duke" });

it("asks another leader where the points of the first do not reach, and leaves out whom nobody can pay for", async () => {
  const found = await all();
  expect(found.able.map((share: Share) => [share.unit, share.values.leader])).toEqual([["a", "duke"], ["b", "king"]]);
  expect([found.cost, found.short.map((share) => share.unit)]).toEqual([2, ["c"]]);
});

it("tells each by whoever is allowed then, and says by name who was told and who was not", async () => {
  await telling.tell(await all(), { movement: "forward", leader: "duke" });
  expect(sent.map((answer) => [answer.option, answer.values.leader])).toEqual([["order:a", "duke"], ["order:b", "king"]]);
  expect(said).toBe("Placed for A, B. Not for C. The points do not reach so far.");
  expect(inHand).toEqual(["c"]);
});

it("stops where it has become dearer than was said", async () => {
  Object.assign(points, { duke: 5, king: 0 });
  const reckoned = round((await all()).able);
  costs = { "order:b": 3 };
  await telling.tell(reckoned, { movement: "forward", leader: "duke" });
  expect(sent.map((answer) => answer.option)).toEqual(["order:a"]);
  expect(said).toContain("Not for B, C. It takes 3 points by now");
});
