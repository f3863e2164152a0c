/** What the server sends: the names by which the page calls the records of its description. The records themselves are
 *  in api.ts, which the build makes of the server's description (openapi.json); what their fields mean stands in
 *  battle/pictures.py, battle/previews and server/shapes.
 *  Places are in paces, x to the east and y to the north; headings in degrees clockwise from north. */

import type { components } from "./api";

export type Sent = components["schemas"];

export type Spot = [number, number];
export type Space = [number, number];

// ---- the picture ----------------------------------------------------------------------------------

export type Picture = Sent["Picture"];
export type UnitPicture = Sent["UnitPicture"];
export type Arm = UnitPicture["arm"];
/** Left, rear, right and front in the unit's own frame (front edge y = 0), men, label, kind of part. */
export type Part = UnitPicture["parts"][number];
export type Awaited = Sent["Awaited"];
export type LeaderPicture = Sent["LeaderPicture"];
export type RiderPicture = Sent["RiderPicture"];
export type GhostPicture = Sent["GhostPicture"];
export type Steadiness = Sent["Steadiness"];
export type Shape = UnitPicture["shape"];
export type Badge = Sent["Badge"];
export type Row = Sent["Row"];
export type Measure = Sent["Measure"];
export type Body = Sent["BodyPicture"];
export type Ring = Sent["RangeRing"];
export type CardPicture = Sent["CardPicture"];
export type Sign = Sent["Sign"];
export type MarginPicture = Sent["MarginPicture"];
export type Layer = Sent["Layer"];
export type Area = Sent["Area"];
export type Line = Sent["Line"];
export type Token = Sent["Token"];
export type Tint = Sent["Tint"];

// ---- previews and odds ----------------------------------------------------------------------------

export type Preview = Sent["Previewed"];
export type UnitPreview = Sent["UnitPreview"];
export type Place = Sent["Place"];
export type Tally = Sent["ChanceTally"];
export type Refusal = Sent["Problem"];
export type Chance = Sent["Chance"];
export type OddsOf = Sent["OddsOf"];

// ---- the ground asked about -----------------------------------------------------------------------

export type SightLine = Sent["SightLine"];
export type GroundCard = Sent["GroundCard"];
export type Reach = Sent["Reach"];

// ---- decisions and answers ------------------------------------------------------------------------

export type Form = Sent["Form"];
export type Hand = NonNullable<Form["hand"]>;
export type FieldForm = Sent["FormField"];
export type Condition = NonNullable<FieldForm["shown"]>;
/** An option with its form at hand. */
export type Option = Omit<Sent["Option"], "form"> & { form: Form };
export type Decision = Omit<Sent["Asked"], "options"> & { options: Option[] };
export type Domain = Option["fields"][string];
/** What need not be said is left out. */
export type Answer = Pick<Sent["Given"], "decision" | "option" | "values"> & Partial<Sent["Given"]>;

// ---- the table ------------------------------------------------------------------------------------

export type LiveUpdate = Sent["Update"];
export type SeatState = Sent["SeatState"];
export type TableEvent = Sent["Told"];
/** What is known of the seed, and of whose parts it is made. */
export type DiceTold = Sent["DiceTold"];
export type SeatInfo = Sent["SeatCard"];
/** A seat of a battle that was just begun, with its link. */
export type SeatLink = Sent["GivenSeat"];
export type Step = Sent["Step"];
export type Said = Sent["Said"];
export type Talk = Sent["Talk"];
export type Outcome = Sent["OutcomeTold"];
export type SideOutcome = Sent["SideOutcome"];
export type Spectators = LiveUpdate["spectators"];
export type Moment = Sent["Moment"];
export type History = Sent["History"];
export type Past = Sent["Past"];
/** What happened, in pictures. */
export type Reel = Sent["Reel"];
export type Frame = Sent["Frame"];
/** What a kind of event looks like on a map. */
export type Scene = Sent["Scene"];
/** Whose eyes one looks back with. */
export type Seeing = "own" | "all";

// ---- the gallery ----------------------------------------------------------------------------------

export type Gallery = Sent["Gallery"];
export type SystemInfo = Sent["System"];
export type Choices = Sent["Choices"];
export type BattleOffer = Sent["BattleOffer"];
export type BattleHeader = Sent["BattleHeader"];
/** What both say of a battle. */
export type BattleInfo = Pick<BattleOffer, keyof BattleOffer & keyof BattleHeader>;
export type BodyCard = Sent["BodyCard"];
export type NewGame = Sent["NewLinks"];
export type RuleText = Sent["RuleText"];

// ---- lessons: what need not be said is left out --------------------------------------------------------

type Told<R, Needed extends keyof R> = Pick<R, Needed> & Partial<R>;
export type Occasion = Partial<Omit<Sent["Occasion"], "all" | "any" | "none" | "event" | "answered" | "laid" | "unit" | "asked">> & {
  all?: Occasion[];
  any?: Occasion[];
  none?: Occasion[];
  event?: Told<Sent["WantedEvent"], "kind"> | null;
  answered?: Told<Sent["WantedAnswer"], "option"> | null;
  laid?: Told<Sent["WantedAnswer"], "option"> | null;
  unit?: Told<Sent["WantedUnit"], "id"> | null;
  asked?: Told<Sent["WantedQuestion"], "kind"> | null;
};
export type LessonAct = Partial<Sent["LessonAct"]>;
export type LessonStep = Told<Omit<Sent["LessonStep"], "done" | "gone" | "missed" | "wrong" | "came" | "show">, "title"> & { done: Occasion; gone?: Occasion | null; missed?: { when: Occasion; steps: number; say: string } | null; show?: LessonAct[]; wrong?: { when: Occasion; say: string }[]; came?: { when: Occasion; say: string }[] };
export type Lesson = Told<Omit<Sent["Lesson"], "step" | "aside">, "title" | "about" | "side" | "system"> & { step: LessonStep[]; aside?: { title: string; when: Occasion; say: string }[] };
export type LessonOffer = Sent["LessonOffer"];

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
