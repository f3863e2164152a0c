/** The table around the map: what is being done, who sits, the panels. */

import type { Spectators } from "../../lib/types";
import { figures } from "./numbers";

export const table = {
  turn: (n: number) => `turn ${n}`,
  of: (n: number) => `of ${n}`,
  partOf: (step: string, side: string) => `${step}: ${side}`,
  done: "Done",
  working: "Working",
  workingHint: "Your word is taken; what comes of it is being worked out.",
  doneKey: "Ctrl ↵",
  menu: "More",
  undo: "Undo",
  undone: "Taken back.",
  undoAsked: (who: string[]) => `It has come to light already. ${who.join(", ")} must agree.`,
  undoWish: (who: string[]) => `${who.join(", ")}: a wish to take something back.`,
  undoWhat: (what: string) => `It would be ${what}.`,
  undoAgree: "Agree",
  undoRefuse: "Refuse",
  undoAgreed: "you agree",
  undoWaits: "You have asked to take something back; the others must agree.",
  undoDrop: "Never mind",
  trouble: "Something went wrong",
  heldHint: "The battle can be looked at; its host can let it go on from here.",
  goOn: "Go on from here",
  theme: "Light, dark, colour-blind",
  help: "Keys and help",
  leave: "To the battles",
  waiting: "Waiting for the other side",
  thinking: (who: string, side: boolean) => `Waiting for ${side ? "the " : ""}${who}`,
  looking: "You look on",
  lookingAll: "You look on and see everything",
  retrying: "It is tried again by itself.",
  reconnecting: "The connection is lost. What you said is kept; trying again.",
  unsent: "One answer waits to be sent.",
  stale: "The battle had moved on before your answer arrived, and it was not taken. Give it once more if you still wish it.",
  gone: "There is no such seat. The link may be old, or mistyped.",
  goneHint: "Ask for the link again, or choose a battle.",
  loading: "Laying out the table",
  field: (w: number, h: number) => `The field, ${figures(w)} × ${figures(h)} paces`,
  layers: {
    words: "In words (T)", out: "Zoom out (−)", in: "Zoom in (+)", fit: "Whole field (0)", ranges: "Ranges (B)", plans: (names: string[]) => `${names.join(", ") || "Lines and areas"} (L)`,
    ruler: "Ruler (R)", bare: "Hide units (H)", symbols: "Blocks or map symbols (N)", log: "Dispatches", roster: "Force",
  },
  levels: { far: "Brigades", middle: "Units", near: "Companies" },
} as const;

export const room = {
  force: "Your force",
  field: "The field",
  hand: "Orders",
  log: "Dispatches",
  folded: "Folded panels",
  fold: (name: string) => `Fold ${name}`,
  open: (name: string) => `Open ${name}`,
  size: (name: string) => `Make ${name} larger or smaller`,
  whole: "Whole map (W)",
} as const;

export const curtain = {
  title: (who: string) => `${who}, please`,
  hint: "The other side looks away. Nothing of its plans is on this screen now.",
  lift: "I am here, show the table",
  saving: "All is kept; you may also leave it until tomorrow.",
} as const;

export const host = {
  title: "The table",
  seats: "Seats",
  giveUp: "Give the battle up …",
  giveUpWhat: "Your army leaves the field: the enemy has won, at least narrowly. Only if all who play agree can it be taken back.",
  giveUpNow: "Give it up",
  fightOn: "Fight on",
  pause: "Pause",
  resume: "Go on",
  toComputer: "Hand to the computer",
  toPerson: "Take back for a person",
  here: "here",
  away: "away",
  kinds: { me: "you", open: "a person", player: "a person", staff: "the computer", random: "the computer" } as Record<string, string>,
  link: "Copy link",
  spectatorLink: "Copy the link to look on",
  notAll: "Everything can be shown when the battle is over, or where people play on one side only.",
  loopback: "These links work on this computer only. To play with somebody elsewhere, make a tunnel to this table and start it with grognard play --host-name and the tunnel's name.",
  paused: "The table is paused.",
  see: "Those who look on see",
  sees: { public: "what all see", all: "everything" } as Record<Spectators, string>,
} as const;

export const prefs = {
  light: "Light", dark: "Dark", plain: "Usual colours", cb: "Colour-blind", theme: "Light", vision: "Colours",
} as const;
