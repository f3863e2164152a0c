/** What the laboratory asks of the server, and what this browser knows of its runs. */

import type { components } from "../../lib/api";
import { request } from "../../lib/client";

type Sent = components["schemas"];
export type Bench = Sent["LabBench"];
export type Run = Sent["RunTold"];
export type Arm = Sent["RunArmTold"];
export type Wish = Pick<Sent["RunWish"], "battle" | "systems" | "games"> & Partial<Sent["RunWish"]>;
export type Numbers = Sent["RuleNumbers"];
export type Side = Run["sides"][number];

const of = encodeURIComponent;
const at = (run: string): string => `/api/laboratory/runs/${of(run)}`;
const KEY = "grognard.runs", MOST = 200;

/** Names of the runs that were begun here: who comes through a tunnel is shown no others. */
function known(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
function know(names: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names.slice(-MOST)));
  } catch {
    // Nothing can be kept here: the runs of this machine are shown all the same.
  }
}

export const lab = {
  bench: () => request<Bench>("GET", "/api/laboratory"),
  numbers: (system: string) => request<Numbers>("GET", `/api/laboratory/numbers/${of(system)}`),
  look: () => request<{ runs: Run[] }>("POST", "/api/laboratory/look", { runs: known() }).then((told) => told.runs),
  async begin(wish: Wish): Promise<Run> {
    const run = await request<Run>("POST", "/api/laboratory/runs", wish);
    know([...known(), run.id]);
    return run;
  },
  run: (run: string) => request<Run>("GET", at(run)),
  act: (run: string, what: "stop" | "go-on" | "make-report") => request<Run>("POST", `${at(run)}/${what}`),
  async delete(run: string): Promise<void> {
    await request<unknown>("POST", `${at(run)}/delete`);
    know(known().filter((each) => each !== run));
  },
  report: (run: string): string => `${at(run)}/report`,
  rows: (run: string, table: string): string => `${at(run)}/${of(table)}.parquet`,
};

export const toRun = (run: string): string => `#/laboratory/${of(run)}`;
