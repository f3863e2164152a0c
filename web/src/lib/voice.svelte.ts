/** What is said to those who listen: one place for the whole page, so that nobody has to bring a region of his own. */

import { untrack } from "svelte";

interface Line {
  n: number;
  text: string;
}

/** Lines that stay: what is said soon after another does not take it away. */
const MOST = 4;

class Voice {
  lines = $state.raw<Line[]>([]);
  private n = 0;

  say(text: string): void {
    if (text.trim()) this.lines = [...untrack(() => this.lines), { n: ++this.n, text: text.trim() }].slice(-MOST);
  }
}

export const voice = new Voice();
