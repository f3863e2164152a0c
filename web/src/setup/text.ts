/** Words of the set-up, cards, talk, letters, weather and forces beyond the table. */

import { T } from "../lib/text";

const count = T.count;

export const S = {
  dial: "Course",
  fold: "Fold away",
  unfold: "Unfold",
  setup: {
    zone: "Your ground is the lit part of the map. Drag groups, units, generals and dummies to their places.",
    groups: "Groups",
    units: (n: number) => count(n, "unit"),
    crowded: "no room of its own",
    left: "Turn left",
    right: "Turn right",
    heading: (degrees: number) => `facing ${Math.round(degrees)}°`,
    keys: "Arrows move what is chosen by 10 paces, with Shift by 50; comma and full stop turn it; Enter puts it down.",
    put: "Put it down",
    back: "Leave it where it was",
    dummies: "Dummy cards",
    lay: (arm: string) => `Lay a dummy: ${arm}`,
    layHint: "Click where cards are to lie, one after the other; Esc when that is enough. Or drag one from here.",
    gather: "Gather it here",
    gatherHint: "As it stands it does not fit here. Gathered, its units stand side by side in close lines.",
    notGathered: (who: string[], why: string) => `No place here for ${who.join(", ")}${why ? `: ${why}` : ""}. The others stand.`,
    remove: "Take away",
    dummy: (arm: string) => `Dummy, ${arm}`,
    outside: "Beyond the edge: let go to send it round by there",
    noOutside: "That is off the table.",
    ready: "Ready",
    held: (name: string) => `${name} in hand`,
  },
  sky: {
    title: "Weather and light",
  },
  talk: {
    council: "Council of war",
    title: "Talk",
    with: (names: string[]) => `With ${names.join(", ")}`,
    closed: "Nobody of your side is near enough to talk with. Write a message; a courier will carry it.",
    left: (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`,
    leftWords: (minutes: number) => `${count(minutes, "minute")} of the council left`,
    say: "Say",
    placeholder: "Heard by those named above",
    nothing: "Nothing has been said yet.",
    you: "You",
    turn: (turn: number) => `turn ${turn}`,
    lost: "Nobody heard it: the table cannot be reached. Say it once more.",
  },
  letters: {
    title: "Letters",
    write: "Write a message",
    none: "No letters yet.",
    from: (who: string) => `From ${who}`,
    to: (who: string) => `To ${who}`,
    read: (turn: number) => `read turn ${turn}`,
    wrote: (turn: number) => `sent turn ${turn}`,
    riding: (turn: number) => (turn ? `on the road, due turn ${turn}` : "on the road"),
    there: "delivered",
  },
  options: {
    title: "Options",
    usual: "as given",
    usualHere: "usual for this battle",
    names: {
      seats: "Seats", scale: "Scale", weather: "Weather", wind: "Wind", light: "Light", off_board: "Beyond the table", placing: "Set-up",
      cards: "Cards and dummies", council: "Council of war", regimental_players: "Regimental players",
    } as Record<string, string>,
    values: {
      "seats=sides": "one for each side", "seats=commands": "one for each command", "scale=0": "as given", "placing=scenario": "as given",
      "placing=players": "by the players, in secret", "off_board=yes": "forces may march round", "off_board=no": "no",
    } as Record<string, string>,
    /** What it means for whoever has not read the rules. */
    about: {
      seats: "With a seat for each command, generals of one side sit apart and write to each other.",
      placing: "Each side sets up its troops in secret, on its own ground, before the first turn.",
      cards: "Troops that nobody has made out yet are cards, and some of them have nothing behind them.",
      off_board: "Forces may leave the table and march or fight beyond its edge.",
      council: "Before the battle the generals of a side talk for a set time. It needs a seat for each command.",
      regimental_players: "Players who bring reinforcements are mere colonels: three less on their command points.",
      scale: "Men that one figure stands for.",
    } as Record<string, string>,
    value: (name: string, value: string | number | boolean): string =>
      S.options.values[`${name}=${value}`] ?? (value === true ? "yes" : value === false ? "no" : value === "scenario" ? S.options.usual : name === "scale" ? `1 : ${value}` : String(value).replace(/_/g, " ")),
    name: (name: string): string => S.options.names[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replace(/_/g, " "),
  },
};
