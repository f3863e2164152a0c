/** Words of setting up, talk, letters and the weather. */

import { T } from "../lib/text";
import { isTouched } from "../lib/touch";

const count = T.count;

export const S = {
  dial: "Course",
  fold: "Fold away",
  unfold: "Unfold",
  setup: {
    zone: "Your ground is the lit part of the map. Drag your pieces to their places.",
    groups: "Groups",
    units: (n: number) => count(n, "unit"),
    left: "Turn left",
    right: "Turn right",
    heading: (degrees: number) => `facing ${Math.round(degrees)}°`,
    keys: "Arrows move what is chosen by 10 paces, with Shift by 50; comma and full stop turn it; Enter puts it down.",
    put: "Put it down",
    back: "Leave it where it was",
    lay: (does: string, kind: string) => `${does || "Lay"}: ${kind}`,
    layHint: isTouched ? "Tap where they are to lie, one after the other. Or drag one from here." : "Click where they are to lie, one after the other; Esc when that is enough. Or drag one from here.",
    gather: "Gather it here",
    gatherHint: "As it stands it does not fit here. Gathered, its units stand side by side in close lines.",
    notGathered: (who: string[], why: string) => `No place here for ${who.join(", ")}${why ? `: ${why}` : ""}. The others stand.`,
    remove: "Take away",
    laid: (name: string, kind: string) => (kind ? `${name}, ${kind}` : name),
    outside: "Beyond the edge: let go to send it round by there",
    noOutside: "That is off the table.",
    ready: "Ready",
    held: (name: string) => `${name} in hand`,
  },
  sky: {
    title: "Weather and light",
  },
  talk: {
    now: "Talk now",
    title: "Talk",
    with: (names: string[]) => `With ${names.join(", ")}`,
    closed: "Nobody of your side can hear you now.",
    write: "You may write.",
    left: (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`,
    leftWords: (minutes: number) => `${count(minutes, "minute")} left to talk`,
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
};
