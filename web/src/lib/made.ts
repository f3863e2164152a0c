/** Whole records for tests: each says only what it is about. */

import { formOf } from "./forms";
import { NO_PREVIEW } from "./previews";
import type { Domain, LeaderPicture, Option, Place, Preview, SideOutcome, TableEvent, UnitPicture } from "./types";

export const madeUnit = (more: Partial<UnitPicture> = {}): UnitPicture => ({
  id: "u", name: "", short: "", side: "French", nation: "french", arm: "infantry", own: true, x: 500, y: 500, heading: 0, formation: "line", parts: [], where: "table", men: 500, guns: 0, men_of: 0, guns_of: 0,
  strength: 1, level: 0, status: "resolute", disorder: 0, order: "", forming: "", engaged: [], brigade: "", leaders: [], mission: "", rating: "", marks: [], arrives: 0, space: null, cube: "", covered: false,
  points: null, points_of: null, held: "", held_rule: "", forming_quarters: 0, chits: {}, target: "", lasts: "", given_by: "", awaits: [], nearest: null, ...more,
});

export const madeLeader = (more: Partial<LeaderPicture> = {}): LeaderPicture => ({
  id: "l", name: "", short: "", side: "French", nation: "french", own: true, x: 0, y: 0, level: 3, attached: "", points: null, paces: 0, rating: "", hurt: "", units: [], where: "table", radius: 0, reach: [], ...more,
});

export const madeEvent = (more: Partial<TableEvent> = {}): TableEvent => ({ n: 0, kind: "x", turn: 1, phase: "", quarter: 0, text: "", rules: [], units: {}, values: {}, secret: {}, roll: null, ...more });

export const madePlace = (more: Partial<Place> = {}): Place => ({ quarter: 1, x: 0, y: 0, heading: 0, formation: "line", parts: [], space: null, cost: 0, dice: 0, ...more });

export const madePreview = (more: Partial<Preview> = {}): Preview => ({ ...NO_PREVIEW, ...more });

export const madeSide = (more: Partial<SideOutcome> = {}): SideOutcome => ({ men: 0, lost: 0, percent: 0, units: 0, guns_lost: 0, points: 0, lines: [], leaders_lost: [], ...more });

export const madeOption = (more: Partial<Option> = {}): Option => ({ key: "", text: "", rule: "", fields: {}, optional: {}, about: "", form: formOf({}), ...more });

export const several = (...values: string[]): Domain => ({ type: "several", values, most: 0 });
