/** What this page asks of the server besides what the table does. */

import { LONG, request, Refused, seatPath } from "../../lib/client";
import type { NewGame, Sent } from "../../lib/types";

export type SaveCard = Sent["SaveCard"];
export type ScenarioCard = Sent["ScenarioCard"];
export type FoundProblem = Sent["FoundProblem"];
export type BranchLinks = Sent["BranchLinks"];

/** Files of a folder by their paths, or a zip, each in base64. */
export interface Bundle {
  name: string;
  zip?: string;
  files?: Record<string, string>;
}
export interface SavedText {
  name: string;
  content: string;
}
export interface Start {
  system: string;
  options: Record<string, unknown>;
  seats: Record<string, string>;
}

export const server = {
  branch: (token: string, wanted: { step: number | null; also: string[] }) => request<BranchLinks>("POST", `${seatPath(token)}/branch`, wanted),
  delete: (host: string, also: string[]) => request<unknown>("POST", `/api/host/${encodeURIComponent(host)}/delete`, { also }),
  look: (file: SavedText) => request<SaveCard>("POST", "/api/saves/look", file, LONG),
  open: (file: SavedText, seats: Record<string, string>) => request<NewGame>("POST", "/api/saves", { ...file, seats }, LONG),
  check: (bundle: Bundle) => request<ScenarioCard>("POST", "/api/scenarios/check", bundle, LONG),
  fight: (bundle: Bundle, start: Start) => request<NewGame>("POST", "/api/scenarios/fight", { ...bundle, ...start }, LONG),

  /** The battle as a file: its name and its bytes. */
  async save(token: string, also: string[]): Promise<{ name: string; content: Blob }> {
    const found = await fetch(`${seatPath(token)}/save`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ also }) });
    if (!found.ok) {
      const told = (await found.json().catch(() => ({}))) as { error?: string };
      throw new Refused(told.error ?? found.statusText, "", found.status);
    }
    const name = /filename="([^"]+)"/.exec(found.headers.get("content-disposition") ?? "")?.[1] ?? "battle.json";
    return { name, content: await found.blob() };
  },
};
