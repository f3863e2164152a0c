/** What the tools draw with: fetched when the first of them is taken up, so that nobody waits for it before. */

import "./tools.css";

export { default as GroundSlip } from "./GroundSlip.svelte";
export { default as Legend } from "./Legend.svelte";
export { default as SightPanel } from "./SightPanel.svelte";
export { reachSvg, reachKey } from "./reach";
export { sightSvg } from "./sight";
