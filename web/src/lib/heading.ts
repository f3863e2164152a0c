/** After another page was opened the focus is at its heading: the keyboard goes on from there. */

import { STOPS } from "./focus";

const KEY = "grognard.heading";
/** What is to have the focus, where that is not the heading. */
let wanted = "";
/** Whether one came here from another page, or from this one in another language; whoever has just arrived begins at the top. */
let came = kept();
function kept(): boolean {
  try {
    const found = sessionStorage.getItem(KEY) !== null;
    wanted = sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return false;
  }
}
if (typeof window !== "undefined") window.addEventListener("hashchange", () => { came = true; wanted = ""; });

/** The page is read anew: what is called so has the focus then, or its heading. */
export function returning(to = ""): void {
  try {
    sessionStorage.setItem(KEY, to);
  } catch {
    // At the top, then.
  }
}

const EVERY = 60, LONGEST = 2400;

const heading = (): HTMLElement | null => (wanted ? document.querySelector<HTMLElement>(wanted) : null) ?? document.querySelector<HTMLElement>("main h1, .paper h1, .page h1");
/** Nobody has it, or a link that led here. */
const isIdle = (at: Element | null): boolean => !at || at === document.body || at.matches("a[href], h1[tabindex]");

/** As soon as there is a heading, and again while what was there gives way to what was fetched. */
export function focusHeading(): () => void {
  if (!came) return () => undefined;
  let done: Element | null = null, waited = 0;
  const look = () => {
    const found = heading(), now = document.activeElement;
    if (found && found !== done && (isIdle(now) || (waited === 0 && !now?.matches("input, textarea, select")))) {
      if (!found.matches(STOPS)) found.tabIndex = -1;
      found.focus({ preventScroll: !wanted, focusVisible: wanted !== "" } as FocusOptions);
      done = found;
    }
    if ((waited += EVERY) > LONGEST) clearInterval(timer);
  };
  const timer = window.setInterval(look, EVERY);
  return () => clearInterval(timer);
}
