/** What is needed only while something is played: fetched when the table is drawn. */

export { default as Canvas } from "./Canvas.svelte";
export { default as Slips } from "./Slips.svelte";
export { sound } from "./sound";
export { default as Strip } from "./Strip.svelte";
