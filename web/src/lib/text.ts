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
    nextTitle: "Fight next",
    firstWhat: "A handful of units a side. One more click and you command; each step says what may be done and what it may cost.",
    seat: "You command",
    seatLink: "Your friend gets a link to the other side.",
    seatHot: "Each side in turn at this screen, with a curtain between.",
    variants: "Variants",
    noVariants: "The rules as they are printed.",
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
    reconnecting: "The connection is lost. Your orders are kept; trying again.",
    unsent: "One answer waits to be sent.",
    stale: "The battle had moved on before your answer arrived, and it was not taken. Give it once more if you still wish it.",
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
    whole: "Take the whole of it in hand; again for its leader",
    others: "Others",
    allies: "Under other commanders",
    wait: (n: number) => `${count(n, "unit")} without orders`,
  },

  asked: {
    title: "Asked of you",
    nothing: "Nothing is asked of you now.",
    usual: "Usual",
    more: (n: number) => `and ${count(n, "more question")}`,
    points: (left: number) => `${count(left, "point")} left`,
    pick: "Choose",
    goals: "What the battle is for, in points",
    special: "What holds in this battle only",
    applied: (by: string) => (by ? `applied, by ${by}` : "words: no rule applies it, the players keep it"),
    you: "you",
  },

  /** A question about several at once, with what may become of each. */
  call: {
    better: (percent: number) => `${T.percent(percent)} better`,
    same: (percent: number) => `${T.percent(percent)} as it is`,
    worse: (percent: number) => `${T.percent(percent)} worse`,
    yes: "It tries",
    no: "It lets it be",
    these: (n: number, of: number): string => (!n ? "Nobody tries" : n === of ? `All ${n} try` : `${n} of ${of} try`),
    all: "All",
    nobody: "Nobody",
    look: "Show on the map",
  },

  changes: {
    title: "Since your last word",
    more: (n: number) => `${n} more in the dispatches`,
    seen: "comes into sight",
    hidden: "is out of sight",
    gone: { dispersed: "disperses", destroyed: "is destroyed", captured: "is taken", "ran off the field": "runs off the field" } as Record<string, string>,
    fallen: "is lost",
    where: { table: "arrives", left: "leaves the table", lost: "is lost", waiting: "goes off the table" } as Record<string, string>,
    now: (status: string) => `now ${status}`,
    men: (n: number) => `${count(n, "man", "men")} lost`,
    guns: (n: number) => `${count(n, "gun")} lost`,
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
    formingOn: (to: string, quarters: number) => `${to}${quarters ? `, ${["", "¼", "½", "¾", "1"][quarters] ?? quarters / 4} turn more` : ""}`,
    awaits: "On the road",
    awaited: (words: string, turn: number) => `${words}${turn ? `, due turn ${turn}` : ""}`,
    givenBy: (who: string) => `by ${who}`,
    byMission: "by its mission",
    byItself: "of itself",
    at: (foe: string) => `at ${foe}`,
    anew: "anew",
    foe: "nearest foe",
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
    placeAll: (n: number, of: number) => (n === of ? `Place for ${n} units` : `Place for ${n} of ${of}`),
    halt: "Halt",
    haltAll: (n: number, of: number) => (n === of ? `Halt ${n} units` : `Halt ${n} of ${of}`),
    keep: "No change",
    keepHint: "The order that lies there stays, and the next unit is in hand.",
    placing: (n: number, of: number) => `Placing, ${n} of ${of}`,
    upTo: (cost: number) => (cost ? `up to ${count(cost, "point")}` : "free"),
    noMore: "it can no longer be told this",
    dearer: (cost: number) => `it takes ${count(cost, "point")} by now, more than was reckoned`,
    partly: (told: string, left: string, why: string) => `${told ? `Placed for ${told}. Not for ${left}` : `Placed for nobody: ${left}`}${why ? `. ${why.charAt(0).toUpperCase()}${why.slice(1)}` : ""}.`.replace(/\.\.$/, "."),
    paidBy: (who: string, leader: string) => `${who} by ${leader}`,
    told: (who: string) => `For ${who}.`,
    notTold: (who: string, why: string) => `Not for ${who}: ${why}.`,
    short: "the points do not reach so far",
    cannot: "it cannot be told this now",
    stands: "stands",
    whole: "The whole of it; Shift adds it to what is chosen",
    chosen: (n: number, of: number) => `${n} of ${of}`,
    brigades: (n: number) => `${n} other ${n === 1 ? "body" : "bodies"}`,
    later: (n: number) => `${n} more to come`,
    unsaidRow: "none",
    asItIs: "as it is",
    below: "More below",
    clear: "Clear",
    otherwise: "otherwise",
    more: "More",
    less: "Less",
    unreached: "No leader who has points left can reach it now.",
    pickSpot: "Click on the map",
    pickSpots: (most: number) => `Click up to ${most} places on the map`,
    pickUnit: "or click it on the map",
    clickUnit: "Click it on the map",
    pickUnits: "or click them on the map",
    spot: (square: string) => `square ${square}`,
    spots: (n: number) => count(n, "place"),
    remove: "Take away",
    words: (n: number, most: number) => `${n} of ${most} words`,
    none: "none",
    arrives: (turn: number) => `Arrives turn ${turn}`,
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
    nextUnit: "Next unit (Tab)",
    noSpace: "It cannot get there.",
    spaces: (n: number) => `Click one of ${n} spaces on the map`,
    choose: "Choose a unit on the map or in the list, and see what it may be told. Shift adds to the choice.",
  },

  menu: {
    ground: "Here",
    lay: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} …`,
    brigade: (name: string) => `All of ${name}`,
    target: "Make him the target",
    odds: (unit: string) => `Odds of ${unit} against him`,
    march: (unit: string) => `${unit} marches here`,
    here: "This place",
    units: "His units in hand",
    himself: "Himself in hand",
    centre: "To the middle of the map",
  },

  sheet: {
    unit: "Unit", odds: "Odds", force: "Force", log: "Log",
    next: "Next unit", before: "Unit before", first: (n: number) => (n === 1 ? "To the unit without orders" : `To the first of ${n} units without orders`),
    another: "Against another", chooseOwn: "Choose one of your units first.", whom: (name: string) => `${name} against whom? Tap an enemy here or on the map.`, nobody: "No enemy is in sight.",
  },

  odds: {
    title: (unit: string, target: string) => `${unit} against ${target}`,
    at: (paces: number, band: string) => `at ${paces} paces${band ? `, ${band}` : ""}`,
    none: "Nothing can be reckoned between these two.",
    pick: "Hold the pointer over an enemy, or choose one, to see what may come of it.",
    mean: (n: number, what = "") => `${n.toFixed(1)} ${what ? `${what} ` : ""}expected`,
    taken: "Taken for granted",
    theirs: "theirs",
    total: "In all",
  },

  log: {
    title: "Dispatches",
    news: (n: number) => `${n} new`,
    since: "before your last word",
    each: (percent: number) => `${percent} % each`,
    /** Many shooters: what is sure, and the chance of one more hit. */
    pool: ({ shooters, each, percent, sure, rest }: { shooters: number; each: number; percent: number; sure: number; rest: number }): string => {
      const all = shooters === 1 && percent === each ? "" : shooters * each === percent ? `${shooters} × ${each} % = ${figures(percent)} %` : `${count(shooters, "shooter")}, ${figures(percent)} % in all`;
      if (!sure) return all ? `${all} for a hit` : `${rest} % for a hit`;
      return `${all ? `${all}: ` : ""}${count(sure, "sure hit")}${rest ? `, ${rest} % for one more` : ""}`;
    },
    hit: "it hits",
    miss: "it misses",
    hits: (n: number) => (n ? count(n, "hit") : "no hit"),
    dice: (n: number) => count(n, "die", "dice"),
    actions: (n: number) => count(n, "point"),
    more: (n: number) => `and ${n} more`,
    all: "All units",
    onlyDice: "Dice only",
    filter: "About",
    empty: "Nothing has happened yet.",
    yours: "Your dice",
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

  replay: {
    title: "Look back",
    open: "Look back ([)",
    at: (turn: number, phase: string) => `turn ${turn}, ${phase}`,
    beginning: "The beginning",
    asYou: "As you saw it then",
    asAll: "As all saw it then",
    asItWas: "As it was",
    first: "To the beginning (Home)",
    back: "A step back (←)",
    on: "A step on (→)",
    play: "Play (Space)",
    pause: "Pause (Space)",
    now: "Back to now (End)",
    toNow: "Back to now",
    speed: "How fast",
    speeds: ["½×", "1×", "2×", "4×"],
    all: "Both armies",
    reveal: "Show both armies",
    revealHint: "All who have a link to this battle will see all troops.",
    asked: "You look at the past. Nothing can be ordered until you are back.",
    here: "Look back to this",
    whole: "Look back on it",
    unreached: "The past cannot be had just now. Try again when the connection is back.",
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
    won: (level: string) => (level ? `A ${level} victory` : "Victory"),
    lost: (level: string) => (level ? `A ${level} defeat` : "Defeat"),
    winner: (side: string, level: string) => (level ? `${side}: a ${level} victory` : `${side} have won`),
    draw: "Drawn",
    points: (n: number) => count(n, "point"),
    turns: (n: number) => `after ${count(n, "turn")}`,
    losses: (lost: number, men: number, percent: number) =>
      `${figures(lost)} of ${figures(men)} men lost, ${percent} %`,
    guns: (n: number) => `${count(n, "gun")} lost`,
    broken: "beaten", destroyed: "destroyed",
    look: "Look at the field",
    more: "Another battle",
    again: "The verdict",
    ahead: (side: string, lead: number) => `${side}: ${count(lead, "point")} ahead.`,
    level: "Level on points.",
    levels: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
    report: "Read the report",
    reportOwn: "The story of it as your side lived it, with maps, losses and the dice.",
    reportAll: "The story of it with maps, losses and the dice, of both armies.",
    writing: "The report is being written; this takes some seconds.",
    unwritten: "The report cannot be had just now. Try again when the connection is back.",
    save: "Download it",
    saveHint: "The whole record, for grognard report, replay and verify.",
    reveal: "Show both armies",
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
    spectatorLink: "Copy the link to look on",
    notAll: "Everything can be shown when the battle is over, or where people play on one side only.",
    loopback: "These links work on this computer only. To play with somebody elsewhere, make a tunnel to this table and start it with grognard play --host-name and the tunnel's name.",
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
    steps: (missions: boolean): string[] => [
      "The ribbon above says which phase it is; under “Asked of you” stands what is wanted of you.",
      "Click a unit on the map or in the list. Its card shows what it may be told. Choose chits; the map shows where it would go and what that costs, before anything is sure.",
      "Place the order. Undo takes it back until dice are thrown or somebody has seen it.",
      missions
        ? "Done ends your part of the phase. Units that were told nothing do as their missions or their officers say."
        : "Done ends your part of the phase. Units that were told nothing stay as they are.",
      "Every number in the dispatches has its rule beside it; click it to read the rule in our words.",
    ],
    keys: (missions: boolean): [string, string][] => [
      ["Ctrl + Enter", "done, or the usual answer"],
      ["Enter", "place the order that is laid out"],
      ["Tab, Shift + Tab", "next or last unit without orders"],
      ["F6", "to the next part of the table, for the keyboard"],
      ["Esc", "let go: order, then selection"],
      ["Ctrl + Z", "undo"],
      ["Space", "centre on the selection"],
      ["+, −, 0", "zoom in, out, whole field"],
      missions ? ["B, M, R, H, N", "ranges, missions, ruler, hide units, symbols"] : ["B, R, H, N", "ranges, ruler, hide units, symbols"],
      ["1 to 9", "choose the answer of that number"],
      ["Shift, Ctrl + click in the list", "all from the last one to this; one more or one less"],
      ["Right click on the map", "what may be done with whoever is there, or there"],
      ["Arrows, comma, full stop", "while setting up: move and turn what is in hand; Enter puts it down"],
      ["[", "look back; then ← → a step, ↑ ↓ a turn, Space plays, Esc is back to now"],
      ["?", "this sheet"],
    ],
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
  unlimbered_open: "in action, open", send_skirmishers: "skirm. out", recall_skirmishers: "skirm. in",
  aide: "by aide", conversion: "convert", backward: "back", mark: "by its mission",
  occupy: "go in", leave: "come out", build_works: "make works", destroy_structure: "pull down", make_obstacle: "make obstacle",
  clear_obstacle: "clear obstacle", start_fire: "set on fire", fight_fire: "fight fire", embark: "go aboard", disembark: "land",
  move_boat: "move boat", take_place: "take place", spike_guns: "spike guns", lie_down: "lie down", stand_up: "stand up",
  standing: "From now on", least: "Not worse", ask: "ask me", odds: "by the odds",
  task: "Task", edge: "Edge", place: "Along it", flank: "Flank",
};

/** What a field is asked for with, where the order that is chosen gives it a name of its own. */
const ASKED: Record<string, Record<string, string>> = {
  ward: { protect: "Whom to protect?", support: "Whom to support?" },
  objective: { attack: "Where to attack?", maneuver: "Where to go?" },
};
export const wanted = (name: string, kind: string): string => ASKED[name]?.[kind] ?? label(name.replace(/^other_/, ""));

/** What a word of the orders tells a unit to do, for whoever rests on it. */
const MEANS: Record<string, string> = {
  attack: "Go to the objective by the route, and attack whoever stands on the way, by the objective or just beyond it.",
  protect: "Keep beside a unit or leader, and attack whoever comes near him.",
  support: "Keep beside a unit or leader, and attack whoever comes near him. The same as protect.",
  defense: "Hold the ground around the objective; attack only who enters it or comes close.",
  rearguard: "Fall back to the objective and hold it. Except in attack it moves only away from the enemy.",
  maneuver: "March to the objective by the route, and keep well away from the enemy.",
  skirmish: "Go up to the enemy, keep him under fire and keep the distance.",
  follow_me: "Keep place beside the leader and go where he goes. He must be among them.",
};
export const means = (word: string): string => MEANS[word] ?? "";

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
  least: { unit: " % or more", step: 5 },
  wait_until: { unit: "", step: 1, zero: "at once", reach: [0, 30] },
};
