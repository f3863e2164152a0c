/** Every word of the interface, in one place for translation. What the rules say comes from the server in words. */

import type { Spectators } from "./types";

/** A number with commas; by hand, because asking the browser for its words of a country takes longer than drawing a battle. */
const figures = (n: number): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

const count = (n: number, one: string, many = `${one}s`): string => `${figures(n)} ${n === 1 ? one : many}`;

export const T = {
  name: "Grognard",
  count,
  number: (n: number): string => figures(n),
  minus: (n: number): string => (n < 0 ? `−${-n}` : `+${n}`),
  percent: (p: number): string => (p > 0 && p < 1 ? "< 1 %" : p > 99 && p < 100 ? "> 99 %" : `${Math.round(p)} %`),
  close: "Close",
  cancel: "Cancel",
  again: "Try again",
  copy: "Copy",
  copied: "Copied",

  gallery: {
    title: "Battles",
    begin: "Begin here",
    play: "Play",
    choose: "Options",
    rules: "Rules",
    against: "Against",
    opponents: { computer: "the computer", hotseat: "same screen", link: "a friend, by link" },
    join: "Join by link",
    joinHint: "Paste the link that you were sent",
    joinGo: "Take the seat",
    joinWrong: "That is no link to a seat at this table.",
    men: (n: number) => count(n, "man", "men"),
    turns: (n: number) => count(n, "turn"),
    lengths: ["half an hour", "an hour", "an evening", "two evenings"],
    fictitious: "imagined",
    continueTitle: "Your games",
    awaited: "Your orders are awaited",
    unfinished: "Left on the table",
    back: "Back to the table",
    forget: "Remove",
    you: (who: string) => `You command: ${who}.`,
    both: "All sides at this screen.",
    turn: (turn: number, turns: number) => (turns ? `Turn ${turn} of ${turns}` : `Turn ${turn}`),
    over: "Fought out",
    firstTitle: "A first battle",
    firstWhat: (title: string) =>
      `${title}: a handful of units a side, and a quarter of an hour. Two clicks and you command; each step says what may be done and what it may cost.`,
    seat: "You command",
    seatLink: "Your friend gets a link to the other side.",
    seatHot: "Each side in turn at this screen, with a curtain between.",
    variants: "Variants",
    noVariants: "The rules as they are printed.",
    byCommands: "Seats",
    start: "To the table",
    starting: "Setting up",
    noServer: "The table cannot be reached. Is the server running?",
    loading: "Unrolling the maps",
    systems: "Rules in play",
  },

  links: {
    title: "Links to send",
    hint: "Whoever has a link has the seat. Each is meant for one person.",
    spectator: "To look on",
    sit: "Take your seat",
  },

  table: {
    turn: (n: number) => `turn ${n}`,
    of: (n: number) => `of ${n}`,
    done: "Done",
    doneKey: "Ctrl ↵",
    undo: "Undo",
    undone: "Taken back.",
    undoAsked: (who: string[]) => `It has come to light already. ${who.join(", ")} must agree.`,
    undoWish: (who: string) => `${who} asks to take something back.`,
    undoAgree: "Agree",
    trouble: "Something went wrong",
    heldHint: "The battle can be looked at; its host can let it go on from here.",
    goOn: "Go on from here",
    theme: "Light, dark, colour-blind",
    help: "Keys and help",
    leave: "To the battles",
    waiting: "Waiting for the other side",
    thinking: (who: string) => `${who} considers`,
    looking: "You look on",
    lookingAll: "You look on and see everything",
    reconnecting: "The connection is lost. Your orders are kept; trying again.",
    unsent: "One answer waits to be sent.",
    stale: "The battle had moved on while your answer was on its way. Look whether it stands; if not, give it once more.",
    gone: "There is no such seat. The link may be old, or mistyped.",
    goneHint: "Ask for the link again, or choose a battle.",
    loading: "Laying out the table",
    field: (w: number, h: number) => `The field, ${figures(w)} × ${figures(h)} paces`,
    layers: {
      out: "Zoom out (−)", in: "Zoom in (+)", fit: "Whole field (0)", ranges: "Ranges (B)", missions: "Missions (M)",
      ruler: "Ruler (R)", bare: "Hide units (H)", symbols: "Blocks or map symbols (N)", log: "Dispatches", roster: "Force",
    },
    levels: { far: "Brigades", middle: "Battalions", near: "Companies" },
  },

  map: {
    name: "Map of the battlefield",
    paces: "paces",
    north: "N",
    commander: (name: string) => `${name}, commander`,
    men: (n: number) => `${n} men`,
    guns: (n: number) => `${n} guns`,
    brigade: (name: string, units: number, much: string) => `${name}, ${units} units, ${much}`,
    disorder: (n: number) => `disorder ${n}`,
    aide: (turn: number) => `aide, arrives turn ${turn}`,
    measured: (paces: number, degrees: number, square: string) => `${paces} paces · ${degrees}° · ${square}`,
    range: (paces: number, band: string) => `${paces} paces${band ? ` · ${band}` : ""}`,
    ghost: (name: string, turn: number) => `${name}, seen turn ${turn}`,
    ghostMark: (name: string, turn: number) => `${name}? turn ${turn}`,
    pieces: (n: number, spiked: boolean) => `${n} ${spiked ? "spiked" : "abandoned"}`,
  },

  roster: {
    own: "Your force",
    all: "In sight of all",
    nobody: "Nobody stands in sight of all.",
    enemy: "Enemy",
    missions: "Missions",
    men: (men: number, guns: number) => `${figures(men)} men${guns ? ` · ${count(guns, "gun")}` : ""}`,
    guns: (n: number) => count(n, "gun"),
    sort: "Sort",
    sorts: { formation: "Formation", strength: "Strength", level: "Morale", disorder: "Disorder", order: "Orders" },
    expected: "Expected",
    due: (turn: number) => (turn ? `turn ${turn}` : "not known when"),
    gone: "Off the field",
    lost: "lost",
    left: "left the table",
    unseen: "Nobody of theirs is in sight.",
    seen: "In sight",
    ghosts: "Seen earlier",
    seenOn: (turn: number) => `seen turn ${turn}`,
    noMissions: "No missions have been given.",
    riders: "On the road",
    rider: (to: string, carries: string) => `To ${to}: ${carries}`,
    arrives: (turn: number) => (turn ? `turn ${turn}` : "soon"),
    ordered: "has its orders",
    others: "Others",
    wait: (n: number) => `${count(n, "unit")} without orders`,
  },

  asked: {
    title: "Asked of you",
    nothing: "Nothing is asked of you now.",
    usual: "Usual",
    more: (n: number) => `and ${count(n, "more question")}`,
    points: (left: number) => `${count(left, "point")} left`,
    pick: "Choose",
  },

  changes: {
    title: "Since your last word",
    more: (n: number) => `${n} more in the dispatches`,
    seen: "comes into sight",
    hidden: "is out of sight",
    where: { table: "arrives", left: "leaves the table", lost: "is lost", waiting: "goes off the table" } as Record<string, string>,
    now: (status: string) => `now ${status}`,
    men: (n: number) => `loses ${count(n, "man", "men")}`,
    guns: (n: number) => `loses ${count(n, "gun")}`,
    disorder: (n: number) => `${n} more disorder`,
    engaged: "is locked in close combat",
  },

  card: {
    strength: "Strength",
    guns: "Guns",
    morale: "Morale",
    rating: "Quality",
    disorder: "Disorder",
    markers: (n: number) => (n ? count(n, "marker") : "none"),
    order: "Order",
    mission: "Mission",
    forming: "Forming",
    engaged: "Locked with",
    nearest: "Nearest foe",
    paces: (n: number) => `${figures(Math.round(n))} p`,
    of: (n: number) => `of ${figures(n)}`,
    noOrder: "none yet",
    lost: (percent: number) => `${percent} % lost`,
    foot: "foot", horse: "horse",
    points: "Points",
    ride: "May ride",
    with: "With",
    wound: "Wounded",
    commands: "Commands",
    units: (n: number) => count(n, "unit"),
    several: (n: number) => `${n} units selected`,
    cube: "Cube",
    faceDown: "face down",
    actions: "Action points",
    left: (n: number, of: number | null | undefined) => (of === null || of === undefined ? String(n) : `${n} of ${of}`),
    ghost: (turn: number) => `last seen turn ${turn}`,
    close: "Let go (Esc)",
  },

  orders: {
    title: "Orders",
    other: "Other commands",
    points: (left: number) => `${count(left, "point")} left`,
    cost: (cost: number, left: number | null) =>
      cost ? `${count(cost, "point")}${left === null ? "" : `, ${left} left`}` : "free",
    place: "Place order",
    placeAll: (n: number) => `Place for ${n} units`,
    clear: "Clear",
    otherwise: "otherwise",
    more: "More",
    less: "Less",
    nothingFor: "Nobody can reach it in time this turn; send an aide, or leave it to its orders.",
    unreached: "Nothing can be told it now.",
    pickSpot: "Click on the map",
    pickSpots: (most: number) => `Click up to ${most} places on the map`,
    pickUnit: "or click it on the map",
    pickUnits: "or click them on the map",
    spot: (square: string) => `square ${square}`,
    spots: (n: number) => count(n, "place"),
    remove: "Take away",
    words: (n: number, most: number) => `${n} of ${most} words`,
    none: "none",
    arrives: (turn: number) => `arrives turn ${turn}`,
    disorder: (n: number) => `${count(n, "marker")} of disorder`,
    forms: (quarters: number) => `${["", "¼", "½", "¾", "1"][quarters] ?? quarters / 4} turn`,
    unfinished: (quarters: number) => `unfinished, ${["", "¼", "½", "¾", "1"][quarters] ?? quarters / 4} turn more`,
    goes: (paces: number) => `${Math.round(paces)} paces`,
    turnsBy: (degrees: number) => `${Math.abs(Math.round(degrees))}° ${degrees < 0 ? "left" : "right"}`,
    still: "Still to be said",
    pointsCost: "Costs",
    pointsLeft: "Left",
    stopped: "stopped",
    stepCost: (cost: number, dice: number) => `${cost}${dice ? `+${dice}D` : ""}`,
    threats: "May answer",
    same: (n: number) => (n === 2 ? "The same for both units." : `The same for all ${n} units.`),
    some: (n: number, all: number) => `${n} of the ${all} units selected can be told this.`,
    nextUnit: "Next unit (Tab)",
    noSpace: "It cannot get there.",
    spaces: (n: number) => `Click one of ${n} spaces on the map`,
    choose: "Choose a unit on the map or in the list, and see what it may be told. Shift adds to the choice.",
    pointHint: "Click the ground to send it there.",
  },

  sheet: { unit: "Unit", odds: "Odds", force: "Force", log: "Log" },

  odds: {
    title: (unit: string, target: string) => `${unit} against ${target}`,
    at: (paces: number, band: string) => `at ${paces} paces${band ? `, ${band}` : ""}`,
    none: "Nothing can be reckoned between these two.",
    pick: "Hold the pointer over an enemy, or choose one, to see what may come of it.",
    mean: (n: number) => `${n.toFixed(1)} expected`,
    taken: "Taken for granted",
    theirs: "theirs",
    total: "In all",
  },

  log: {
    title: "Dispatches",
    news: (n: number) => `${n} new`,
    since: "before your last word",
    all: "All units",
    onlyDice: "Dice only",
    filter: "About",
    empty: "Nothing has happened yet.",
    dice: "Your dice",
    none: "no dice yet",
    thrown: (n: number) => `${n} thrown`,
    average: (mean: number, expected: number) => `${mean.toFixed(1)} on average, ${expected.toFixed(1)} expected`,
    luck: ["as expected", "above the average", "below the average"] as const,
    odd: (one: number) => `so far off one time in ${one}`,
    total: "total",
    needed: "of",
    newest: "newest first",
    sides: (n: number) => (n === 100 ? "percentages" : `${n}-sided`),
  },

  rule: { ruling: "Our ruling", doubt: "In doubt", missing: "This rule is not in the book." },

  curtain: {
    title: (who: string) => `${who}, please`,
    hint: "The other side looks away. Nothing of its plans is on this screen now.",
    lift: "I am here, show the table",
    saving: "All is kept; you may also leave it until tomorrow.",
  },

  ending: {
    title: "The battle is over",
    won: "Victory",
    lost: "Defeat",
    draw: "Drawn",
    points: (n: number) => count(n, "point"),
    turns: (n: number) => `after ${count(n, "turn")}`,
    losses: (lost: number, men: number, percent: number) =>
      `${figures(lost)} of ${figures(men)} men lost, ${percent} %`,
    guns: (n: number) => `${count(n, "gun")} lost`,
    broken: "beaten", destroyed: "destroyed",
    look: "Look at the field",
    more: "Another battle",
  },

  host: {
    title: "The table",
    seats: "Seats",
    pause: "Pause",
    resume: "Go on",
    toComputer: "Hand to the computer",
    toPerson: "Take back for a person",
    here: "here",
    away: "away",
    kinds: { me: "you", open: "a person", player: "a person", staff: "the computer", random: "the computer" } as Record<string, string>,
    link: "Copy link",
    paused: "The table is paused.",
    see: "Those who look on see",
    sees: { public: "what all see", all: "everything" } as Record<Spectators, string>,
  },

  prefs: {
    light: "Light", dark: "Dark", plain: "Usual colours", cb: "Colour-blind", theme: "Light", vision: "Colours",
  },

  help: {
    title: "Keys",
    how: "How a turn goes",
    steps: [
      "The ribbon above says which phase it is; under “Asked of you” stands what is wanted of you.",
      "Click a unit on the map or in the list. Its card shows what it may be told. Choose chits; the map shows where it would go and what that costs, before anything is sure.",
      "Place the order. Undo takes it back until dice are thrown or somebody has seen it.",
      "Done ends your part of the phase. Units that were told nothing do as their missions or their officers say.",
      "Every number in the dispatches has its rule beside it; click it to read the rule in our words.",
    ],
    keys: [
      ["Ctrl + Enter", "done, or the usual answer"],
      ["Enter", "place the order that is laid out"],
      ["Tab, Shift + Tab", "next or last unit without orders"],
      ["F6", "to the next part of the table, for the keyboard"],
      ["Esc", "let go: order, then selection"],
      ["Ctrl + Z", "undo"],
      ["Space", "centre on the selection"],
      ["+, −, 0", "zoom in, out, whole field"],
      ["B, M, R, H, N", "ranges, missions, ruler, hide units, symbols"],
      ["1 to 9", "choose the answer of that number"],
      ["Arrows, comma, full stop", "while setting up: move and turn what is in hand; Enter puts it down"],
      ["?", "this sheet"],
    ] as [string, string][],
  },
} as const;

/** Names of phases, fields and values where the plain word will not do. Others are made readable by `words`. */
const SAID: Record<string, string> = {
  leader: "By", unit: "Unit", units: "Units", wait_until: "From turn", pays_frontage: "Keep order", what: "Carry",
  ward: "For", kind: "Mission", to: "To", text: "Words", cube: "Cube", others: "Others", follow_me: "follow me",
  column_of_companies: "col. of coys", column_of_divisions: "col. of divns", column_of_zuege: "col. Züge",
  column_of_squadrons: "col. of sqns", column_of_troops: "col. of troops", attack_column: "attack col.",
  march_column: "march col.", double_line: "double line", open_square: "square", closed_square: "closed square",
  skirmish_squares: "knots", open_order: "open order", extended_order: "extended", unlimbered: "in action",
  unlimbered_open: "in action", send_skirmishers: "skirm. out", recall_skirmishers: "skirm. in",
  conversion: "convert", backward: "back", mark: "by its mission",
  occupy: "go in", leave: "come out", build_works: "make works", destroy_structure: "pull down", make_obstacle: "make obstacle",
  clear_obstacle: "clear obstacle", start_fire: "set on fire", fight_fire: "fight fire", embark: "go aboard", disembark: "land",
  move_boat: "move boat", take_place: "take place", spike_guns: "spike guns", lie_down: "lie down", stand_up: "stand up",
  task: "Task", edge: "Edge", place: "Along it", flank: "Flank",
};

/** Steps of a turn whose full names are too long for the ribbon. */
const SHORT: Record<string, string> = {
  small_arms_fire: "Small arms", artillery_fire: "Artillery", rally_and_morale: "Rally", leader_casualties_and_disorder_recovery: "Recovery",
};
export const short = (step: string): string | undefined => SHORT[step];

/** A word of the rules made readable: `march_column` is `march column`. */
export const words = (word: string): string => SAID[word] ?? word.replace(/[_-]+/g, " ");

/** The same with a capital, for labels. */
export const label = (word: string): string => {
  const said = words(word);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** 1813-09-14 as one writes it; other dates as they are. */
export function day(date: string): string {
  const at = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!at) return date;
  return `${Number(at[3])} ${MONTHS[Number(at[2]) - 1] ?? at[2]} ${at[1]}`;
}

/** A system's id as a name, where its own name is not at hand. */
export const titled = (id: string): string => id.split("-").map(label).join(" ");

/** How a whole number is spoken of: its unit, step, and what zero or a sign means. */
export interface Measure {
  unit: string;
  step: number;
  zero?: string;
  below?: string;
  above?: string;
  /** Where a slider is of use; beyond it the figures have to be typed. */
  reach?: [number, number];
}

export const MEASURES: Record<string, Measure> = {
  degrees: { unit: "°", step: 5, below: "left", above: "right", zero: "straight", reach: [-90, 90] },
  paces: { unit: " paces", step: 10, zero: "as far as it can", reach: [0, 400] },
  radius: { unit: " paces", step: 25, reach: [0, 500] },
  heading: { unit: "°", step: 5 },
  place: { unit: " paces along", step: 50 },
  right: { unit: " paces", step: 10, below: "to the left", above: "to the right", reach: [-200, 200] },
  ahead: { unit: " paces", step: 10, below: "back", above: "ahead", reach: [-200, 200] },
  companies: { unit: "", step: 1 },
  wait_until: { unit: "", step: 1, zero: "at once", reach: [0, 30] },
};
