/** What may lie on a table besides troops (battle/pictures.py): cards, works, boats, forces beyond the edge; and talk. */

import type { Spot } from "./types";

/** A card that stands for troops, or for nothing: only its owner knows. */
export interface CardPicture {
  id: string;
  /** Of own cards: the word by which decisions name it. */
  key: string;
  name: string;
  side: string;
  own: boolean;
  x: number;
  y: number;
  heading: number;
  /** The enemy knows nothing of what is on it. */
  covered: boolean;
  arm: string;
  infantry: number;
  cavalry: number;
  batteries: number;
  /** In a wood or town: a small counter stands for it. */
  counter: boolean;
  units: string[];
  dummy: boolean;
  crowded: boolean;
  hits: number;
  /** Where an own dummy is going. */
  to: Spot | null;
}

/** Works or a building that is not as the map has it. */
export interface StructurePicture {
  id: string;
  name: string;
  outline: Spot[];
  burning: boolean;
  since: number;
  cover: string;
  ruined: boolean;
}

export interface WorkPicture {
  id: string;
  side: string;
  kind: "works" | "obstacle" | "gap";
  points: Spot[];
  text: string;
  level: number;
}

export interface BoatPicture {
  id: string;
  side: string;
  own: boolean;
  x: number;
  y: number;
  men: number;
  aboard: string[];
}

export type Edge = "north" | "east" | "south" | "west";

/** A card at an edge of the table, for troops beyond it. */
export interface EdgeCardPicture {
  side: string;
  edge: Edge;
  own: boolean;
  face_down: boolean;
  infantry: number;
  cavalry: number;
  /** The turn in which an enemy's card was read. */
  read: number;
  words: string;
}

/** Own troops beyond the edge of the table. */
export interface ForcePicture {
  id: string;
  side: string;
  edge: Edge;
  place: number;
  x: number;
  y: number;
  units: string[];
  leader: string;
  task: string;
  status: string;
  words: string;
  /** The turn in which it is expected; 0 where nobody knows. */
  due: number;
  objective: Spot | null;
}

/** Parts of a picture that most tables do without. */
export interface Extras {
  cards?: CardPicture[];
  /** Before the battle: corners of the ground on which the seat may set up. */
  zones?: Spot[][];
  structures?: StructurePicture[];
  works?: WorkPicture[];
  boats?: BoatPicture[];
  forces?: ForcePicture[];
  edge_cards?: EdgeCardPicture[];
  weather?: string;
  wind?: string;
  light?: string;
}

// ---- talk -----------------------------------------------------------------------------------------

export interface Said {
  n: number;
  seat: string;
  text: string;
  turn: number;
}

/** What is said between seats of one side, and with whom one may talk now. */
export interface Talk {
  seats: string[];
  said: Said[];
  /** Seconds that a council of war still lasts; nothing where none sits. */
  left: number | null;
}

// ---- options of a battle ----------------------------------------------------------------------------

/** An option of a rule system with all that may be chosen, the usual first. */
export interface Choices {
  name: string;
  values: (string | number | boolean)[];
  about: string;
}
