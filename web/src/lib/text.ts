/** Every word of the interface, in one place for translation. What the rules say comes from the server in words. */

const count = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const T = {
  name: "Grognard",
  count,
  number: (n: number): string => n.toLocaleString("en"),
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
    trouble: "The battle cannot go on",
    theme: "Light, dark, colour-blind",
    help: "Keys and help",
    leave: "To the battles",
    waiting: "Waiting for the other side",
    thinking: (who: string) => `${who} considers`,
    looking: "You look on",
    reconnecting: "The connection is lost. Your orders are kept; trying again.",
    unsent: "One answer waits to be sent.",
    stale: "The battle had moved on. Look again and press once more.",
    gone: "There is no such seat. The link may be old, or mistyped.",
    goneHint: "Ask for the link again, or choose a battle.",
    loading: "Laying out the table",
    field: (w: number, h: number) => `The field, ${w.toLocaleString("en")} × ${h.toLocaleString("en")} paces`,
    layers: {
      out: "Zoom out (−)", in: "Zoom in (+)", fit: "Whole field (0)", ranges: "Ranges (B)", missions: "Missions (M)",
      ruler: "Ruler (R)", bare: "Hide units (H)", symbols: "Blocks or map symbols (N)", log: "Dispatches", roster: "Force",
    },
    levels: { far: "Brigades", middle: "Battalions", near: "Companies" },
  },

  roster: {
    own: "Your force",
    enemy: "Enemy",
    missions: "Missions",
    men: (men: number, guns: number) => `${men.toLocaleString("en")} men${guns ? ` · ${count(guns, "gun")}` : ""}`,
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
    wait: (n: number) => `${count(n, "unit")} can still be told something`,
  },

  asked: {
    title: "Asked of you",
    nothing: "Nothing is asked of you now.",
    usual: "Usual",
    more: (n: number) => `and ${count(n, "more question")}`,
    points: (left: number) => `${count(left, "point")} left`,
    pick: "Choose",
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
    paces: (n: number) => `${Math.round(n).toLocaleString("en")} p`,
    of: (n: number) => `of ${n.toLocaleString("en")}`,
    noOrder: "none yet",
    foot: "foot", horse: "horse",
    points: "Points",
    ride: "May ride",
    with: "With",
    wound: "Wounded",
    commands: "Commands",
    units: (n: number) => count(n, "unit"),
    several: (n: number) => `${n} units selected`,
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
    clear: "Clear",
    more: "More",
    less: "Less",
    nothingFor: "Nobody can reach it in time this turn; send an aide, or leave it to its orders.",
    unreached: "Nothing can be told it now.",
    pickSpot: "Click on the map",
    pickSpots: (most: number) => `Click up to ${most} places on the map`,
    pickUnit: "or click it on the map",
    pickUnits: "or click them on the map",
    spot: (x: number, y: number) => `${x}, ${y}`,
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
      `${lost.toLocaleString("en")} of ${men.toLocaleString("en")} men lost, ${percent} %`,
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
      ["Tab, Shift + Tab", "next or last unit that can be told something"],
      ["Esc", "let go: order, then selection"],
      ["Ctrl + Z", "undo"],
      ["Space", "centre on the selection"],
      ["+, −, 0", "zoom in, out, whole field"],
      ["B, M, R, H, N", "ranges, missions, ruler, hide units, symbols"],
      ["1 to 9", "choose the answer of that number"],
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
  unlimbered_open: "in action", send_skirmishers: "skirmishers", recall_skirmishers: "recall",
  conversion: "convert", backward: "back",
  small_arms_fire: "Small arms", artillery_fire: "Artillery", rally_and_morale: "Rally",
  leader_casualties_and_disorder_recovery: "Recovery", close_combat: "Close combat",
};

/** A word of the rules made readable: `march_column` is `march column`. */
export const words = (word: string): string => SAID[word] ?? word.replace(/[_-]+/g, " ");

/** The same with a capital, for labels. */
export const label = (word: string): string => {
  const said = words(word);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** 1813-09-14 as one writes it; other dates as they are. */
export function day(date: string): string {
  const at = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!at) return date;
  return new Date(Date.UTC(Number(at[1]), Number(at[2]) - 1, Number(at[3]))).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
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
  wait_until: { unit: "", step: 1, zero: "at once", reach: [0, 30] },
};
