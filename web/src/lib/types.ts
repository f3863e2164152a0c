/** What the server sends: the HTTP contract, and the picture of a seat's table (battle/pictures.py).
 *  Places are in paces, x to the east and y to the north; headings in degrees clockwise from north. */

import type { Choices, Extras, Talk } from "./pictured";

export type Spot = [number, number];
export type Space = [number, number];
export type Arm = "infantry" | "cavalry" | "artillery" | "irregular";
/** Left, rear, right and front in the unit's own frame (front edge y = 0), men, label, kind of part. */
export type Part = [number, number, number, number, number, string, string];
export type Where = "table" | "waiting" | "beyond" | "left" | "lost";

export const LEVELS = ["resolute", "determined", "wavering", "broken", "routed", "dispersed"] as const;

// ---- the picture ----------------------------------------------------------------------------------

export interface UnitPicture {
  id: string;
  name: string;
  short: string;
  side: string;
  nation: string;
  arm: Arm;
  own: boolean;
  x: number;
  y: number;
  heading: number;
  formation: string;
  parts: Part[];
  where: Where | string;
  men: number;
  guns: number;
  /** What it began with; 0 where it is not told. */
  men_of?: number;
  guns_of?: number;
  strength: number;
  level: number;
  status: string;
  disorder: number;
  order: string;
  forming: string;
  engaged: string[];
  brigade: string;
  leaders: string[];
  mission: string;
  rating: string;
  marks: string[];
  arrives: number;
  /** Where the system moves by spaces: column and row from the south-west. */
  space?: Space | null;
  /** The order cube that lies beside it: one's own, or one that has been uncovered. */
  cube?: string;
  /** Still face down for the others. */
  covered?: boolean;
  /** Action points left, and at the start of the turn. */
  points?: number | null;
  points_of?: number | null;
  /** Why nothing can be told it now, in words; nothing where it may be told. */
  held?: string;
  held_rule?: string;
  /** Quarters of a turn that its change of formation still takes. */
  forming_quarters?: number;
  /** Fields of an answer that would give the order it has now. */
  chits?: Record<string, unknown>;
  /** The enemy that its order names. */
  target?: string;
  /** How long its order goes on, in words. */
  lasts?: string;
  /** A leader's id, `mission` or `automatic`. */
  given_by?: string;
  /** Commands that are on their way to it. */
  awaits?: Awaited[];
  /** The enemy in sight who is nearest, as the rules measure. */
  nearest?: { unit: string; paces: number; band: string } | null;
}

/** A command under way to a unit. */
export interface Awaited {
  rider: string;
  leader: string;
  words: string;
  /** The turn in which it acts on it; 0 where nobody knows. */
  turn: number;
}

export interface LeaderPicture {
  id: string;
  name: string;
  short: string;
  side: string;
  nation: string;
  own: boolean;
  x: number;
  y: number;
  level: number;
  attached: string;
  points: number | null;
  paces: number;
  rating: string;
  hurt: string;
  units: string[];
  where: Where | string;
  /** Paces that his word carries over open ground; nothing to draw where it is 0. */
  radius?: number;
  /** Spaces that his word reaches over this ground. */
  reach?: Space[];
}

export interface RiderPicture {
  id: string;
  leader: string;
  x: number;
  y: number;
  to: string;
  to_x: number;
  to_y: number;
  carries: string;
  arrives: number;
}

export interface GhostPicture {
  id: string;
  name: string;
  short: string;
  side: string;
  nation: string;
  arm: Arm;
  x: number;
  y: number;
  heading: number;
  formation: string;
  parts: Part[];
  turn: number;
}

export interface MissionPicture {
  id: string;
  kind: string;
  words: string;
  units: string[];
  points: Spot[];
  radius: number;
  leader: string;
}

export interface GunsPicture {
  id: string;
  side: string;
  x: number;
  y: number;
  pieces: number;
  spiked: boolean;
}

export interface Body {
  name: string;
  leader: string;
  units: string[];
  formations: Body[];
}

export interface Ring {
  name: string;
  paces: number;
  text: string;
  /** Whose weapons reach so far; everybody's where nothing is said. */
  arms?: Arm[];
}

export interface Chip {
  name: string;
  text: string;
}

export interface Picture extends Extras {
  turn: number;
  phase: string;
  units: UnitPicture[];
  leaders: LeaderPicture[];
  riders: RiderPicture[];
  smoke: Spot[];
  wind_from: number;
  ghosts: GhostPicture[];
  missions: MissionPicture[];
  guns: GunsPicture[];
  grid: number | null;
  /** Columns and rows, where there is a grid. */
  spaces?: Space | null;
  /** What each space counts as: a string for each row from the south, a letter a column; and the words for the letters. */
  ground?: string[];
  ground_words?: Record<string, string>;
  formations: Body[];
  rings: Ring[];
  chips: Chip[];
}

// ---- previews and odds ----------------------------------------------------------------------------

export interface Place {
  quarter: number;
  x: number;
  y: number;
  heading: number;
  formation: string;
  parts: Part[];
  space?: Space | null;
  /** Points from the place before, and dice that may make it dearer. */
  cost?: number;
  dice?: number;
}

/** An enemy in sight who could answer a move. */
export interface Threat {
  unit: string;
  kind: string;
  text: string;
  rule: string;
}

export interface Penalty {
  rule: string;
  label: string;
  value: number;
  of: string;
}

export interface UnitPreview {
  unit: string;
  places: Place[];
  paces: number;
  degrees: number;
  disorder: number;
  quarters: number;
  unfinished: number;
  penalties: Penalty[];
  rules: string[];
  points?: number | null;
  /** What it may cost in points, and what is then left, exactly. */
  spread?: Chance[];
  left?: Chance[];
  threats?: Threat[];
  /** Where the order ends, against the enemy that it names. */
  odds?: OddsOf[];
}

export interface Preview {
  units: UnitPreview[];
  points: Spot[];
  cost: number;
  left: number | null;
  arrives: number;
  notes: string[];
  /** What the cost is made of. */
  price?: Penalty[];
  /** Who would be given which mission by it. */
  missions?: MissionPicture[];
  /** Why the answer would not be accepted; the server fills it in. */
  refusal?: Refusal | null;
}

export interface Refusal {
  error: string;
  rule: string;
}

export interface Chance {
  text: string;
  percent: number;
  value: number | null;
}

export interface Worth {
  rule: string;
  label: string;
  value: number;
  side: string;
}

export interface OddsOf {
  title: string;
  check: string;
  rule: string;
  chances: Chance[];
  modifiers: Worth[];
  mean: number | null;
  paces: number | null;
  band: string;
  facts: string[];
  refusal: string;
  refusal_rule: string;
}

// ---- decisions and answers ------------------------------------------------------------------------

export type Domain =
  | { type: "choice"; values: string[] }
  | { type: "number"; low: number; high: number }
  | { type: "spot"; width: number; height: number }
  | { type: "spots"; width: number; height: number; most: number }
  | { type: "several"; values: string[]; most?: number }
  | { type: "words"; most: number };

export interface Option {
  key: string;
  text: string;
  rule: string;
  fields: Record<string, Domain>;
  optional: Record<string, unknown>;
}

export interface Decision {
  id: string;
  seat: string;
  kind: string;
  text: string;
  rules: string[];
  about: Record<string, string>;
  options: Option[];
  default: { option: string; values: Record<string, unknown> };
  /** The option with which a person says that he has nothing more to say, where that is not the default. */
  done: string;
}

export interface Answer {
  decision: string;
  option: string;
  values: Record<string, unknown>;
  state: number;
  /** Made anew for each answer, the same when it is sent again. */
  key?: string;
}

// ---- the table ------------------------------------------------------------------------------------

export interface TableEvent {
  n: number;
  kind: string;
  turn: number;
  phase: string;
  quarter: number;
  text: string;
  rules?: string[];
  /** Who had a part in it, by role. */
  units?: Record<string, string>;
  values?: Record<string, unknown>;
  secret?: Record<string, unknown>;
  roll?: unknown;
}

/** A phase that is over, in which the seat heard of something; the first is the beginning. */
export interface Moment {
  n: number;
  turn: number;
  /** Nothing for the beginning. */
  phase: string;
  /** Numbers of the events told in it; -1 for the beginning. */
  first: number;
  last: number;
}

export interface History {
  steps: Moment[];
  /** Whether the troops of all may be looked at. */
  everything: boolean;
}

/** Whose eyes one looks back with. */
export type Seeing = "own" | "all";

export interface Past {
  step: Moment;
  picture: Picture;
}

export interface SeatInfo {
  seat: string;
  side: string;
  title: string;
  kind: string;
  connected?: boolean;
  token?: string;
}

export interface SideInfo {
  name: string;
  nation: string;
  commander: string;
  men: number;
  guns: number;
  units: number;
}

export interface BattleInfo {
  id: string;
  title: string;
  date: string;
  place: string;
  summary: string;
  minutes_per_turn: number;
  turns: number;
  table: [number, number];
  teaching: boolean;
  fictitious: boolean;
  small: boolean;
  sides: SideInfo[];
  /** Variants that the battle is usually fought with, by system. */
  variants?: Record<string, string[]>;
}

/** Troops that stand together as a battle begins. */
export interface BodyCard {
  nation: string;
  arm: string;
  x: number;
  y: number;
  heading: number;
  men: number;
}

/** A battle on the opening page. */
export interface BattleOffer extends BattleInfo {
  /** Turns, by system. */
  lengths?: Record<string, number>;
  bodies?: BodyCard[];
}

/** A battle as all who sit at it know it. */
export interface BattleHeader extends BattleInfo {
  start: string;
  scoring: string;
  goals: { side: string; points: number; text: string }[];
  lessons: { turn: number; title: string; goal: string; hint: string }[];
  special_rules: { title: string; text: string }[];
}

export interface SystemInfo {
  id: string;
  name: string;
  about: string;
  phases: string[];
  variants: { name: string; about: string }[];
  options?: Choices[];
}

export interface Gallery {
  systems: SystemInfo[];
  battles: BattleOffer[];
  /** Where links for others begin; nothing for where the page came from. */
  origin?: string;
}

export interface NewGame {
  game: string;
  host: string;
  seats: SeatInfo[];
  spectator: string;
}

/** What has changed since the seat looked last. */
export interface LiveUpdate {
  state: number;
  turn: number;
  phase: string;
  /** The present step in words. */
  doing?: string;
  over: boolean;
  paused: boolean;
  picture: Picture;
  decisions: Decision[];
  /** New ones; all of them when `reset` is set, because something was taken back. */
  events: TableEvent[];
  reset: boolean;
  waiting: boolean;
  seats: SeatInfo[];
  names: Record<string, string>;
  /** Seats that ask to take something back that has come to light. */
  undo: string[];
  /** What they would have back, in words. */
  undo_of?: string;
  /** What everybody at the table was told: seats given away, what spectators see, what was taken back. */
  notices?: { n: number; turn: number; text: string }[];
  outcome: Outcome | null;
  /** What went wrong, in words; nothing when all is well. */
  trouble: string;
  /** Nobody may answer until the host lets the battle go on. */
  held?: boolean;
  spectators?: Spectators;
  /** Among seats of one side. */
  talk?: Talk | null;
}

export type Spectators = "public" | "all";

/** A step of the turn, as its system numbers and calls it; steps of one group are parts of one phase. */
export interface Step {
  id: string;
  number: string;
  group: string;
  name: string;
}

/** All that a link shows. */
export interface SeatState extends LiveUpdate {
  game: string;
  seat: string;
  side: string;
  kind: "player" | "spectator" | "host";
  battle: BattleHeader;
  system: string;
  turns: number;
  phases: string[];
  steps?: Step[];
  /** Whether units have missions under these rules. */
  missions?: boolean;
  view: unknown;
}

export interface Outcome {
  winner: string;
  level: string;
  why?: string;
  turns: number;
  sides: Record<string, SideOutcome>;
}

export interface SideOutcome {
  men?: number;
  lost?: number;
  percent?: number;
  guns_lost?: number;
  points?: number;
  lines?: { points: number; how: string; text: string }[];
}

export interface RuleText {
  id: string;
  title: string;
  summary: string;
  ruling: string;
  doubt: string;
  section: string;
}

// ---- field.geojson ----------------------------------------------------------------------------------

export type Geometry =
  | { type: "Point"; coordinates: Spot }
  | { type: "LineString"; coordinates: Spot[] }
  | { type: "Polygon"; coordinates: Spot[][] }
  | { type: "MultiPolygon"; coordinates: Spot[][][] }
  | { type: "MultiLineString"; coordinates: Spot[][] };

export interface FieldFeature {
  type: "Feature";
  properties: { kind: string; name?: string; [key: string]: unknown };
  geometry: Geometry;
}

export interface Field {
  type: "FeatureCollection";
  paces: [number, number];
  character: string;
  features: FieldFeature[];
}
