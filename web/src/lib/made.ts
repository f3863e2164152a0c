/** Whole records for tests: each says only what it is about. */

import { formOf } from "../asking/forms";
import { NO_PREVIEW } from "../orders/previews";
import type { Area, Domain, LeaderPicture, Line, Option, Place, Preview, SideOutcome, TableEvent, Token, UnitPicture } from "./types";

export const madeUnit = (more: Partial<UnitPicture> = {}): UnitPicture => ({
  id: "u", name: "", short: "", side: "French", nation: "french", arm: "infantry", own: true, x: 500, y: 500, heading: 0, formation: "line", parts: [], where: "table", men: 500, guns: 0, men_of: 0, guns_of: 0,
  strength: 1, steadiness: { step: 0, of: 6, word: "resolute" }, badges: [], rows: [], marks: [], shape: "", faint: false, order: "", order_note: "", order_values: {}, target: "", left_to: "", told: [], awaits: [], held: "", held_rule: "",
  engaged: [], brigade: "", leaders: [], arrives: 0, space: null, nearest: null, ...more,
});

export const madeLeader = (more: Partial<LeaderPicture> = {}): LeaderPicture => ({
  id: "l", name: "", short: "", side: "French", nation: "french", own: true, x: 0, y: 0, level: 3, attached: "", points: null, rating: "", hurt: "", units: [], where: "table", ...more,
});

export const madeEvent = (more: Partial<TableEvent> = {}): TableEvent => ({ n: 0, kind: "x", turn: 1, phase: "", quarter: 0, text: "", rules: [], units: {}, values: {}, secret: {}, roll: null, letter: null, ...more });

export const madePlace = (more: Partial<Place> = {}): Place => ({ label: "", x: 0, y: 0, heading: 0, formation: "line", parts: [], shape: "", space: null, ...more });

export const madeArea = (more: Partial<Area> = {}): Area => ({ id: "a", words: "", outline: [], radius: 0, spaces: [], label: "", style: "plain", side: "", of: "", layer: "", ...more });

export const madeLine = (more: Partial<Line> = {}): Line => ({ id: "l", words: "", points: [], label: "", style: "plain", weight: 1, side: "", units: [], radius: 0, layer: "", ...more });

export const madeToken = (more: Partial<Token> = {}): Token => ({ id: "t", words: "", x: 5, y: 5, glyph: "disc", count: 1, letters: "", label: "", side: "", ...more });

export const madePreview = (more: Partial<Preview> = {}): Preview => ({ ...NO_PREVIEW, ...more });

export const madeSide = (more: Partial<SideOutcome> = {}): SideOutcome => ({ men: 0, lost: 0, percent: 0, units: 0, guns_lost: 0, points: 0, lines: [], leaders_lost: [], ...more });

export const madeOption = (more: Partial<Option> = {}): Option => ({ key: "", text: "", rule: "", fields: {}, optional: {}, about: "", form: formOf({}), ...more });

export const several = (...values: string[]): Domain => ({ type: "several", values, most: 0 });
