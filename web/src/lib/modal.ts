/** A dialog that lies over the table: the focus is in it until it is closed, and keys are its own. */

import { goOn, STOPS } from "./focus";

/** How far PageUp, PageDown and the arrows scroll what is longer than the window. */
const LINE = 48;
const SCROLLS: Record<string, (node: HTMLElement) => number> = {
  ArrowDown: () => LINE, ArrowUp: () => -LINE, PageDown: (node) => node.clientHeight * 0.9, PageUp: (node) => -node.clientHeight * 0.9, End: (node) => node.scrollHeight, Home: (node) => -node.scrollHeight,
};

/** The next of so many stops; round the ends. */
export const stopAfter = (at: number, of: number, by: 1 | -1): number => (at < 0 ? (by > 0 ? 0 : of - 1) : (at + by + of) % of);

/** `{@attach modal(close)}` on the element with the role of a dialog; what has `data-first` in it has the focus first. */
export const modal = (close: () => void) => (node: HTMLElement) => {
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  node.tabIndex = -1;
  (node.querySelector<HTMLElement>("[data-first]") ?? node).focus({ preventScroll: true });
  const key = (event: KeyboardEvent) => {
    // the browser's own keys are left to it
    if ((event.ctrlKey || event.metaKey || event.altKey) && event.key !== "Enter") return;
    const at = event.target instanceof Element ? event.target : null, writing = at?.matches("input, textarea, select") ?? false;
    event.stopPropagation();
    if (event.key === "Escape") close();
    else if (event.key === "Tab") {
      const stops = [...node.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.getClientRects().length > 0), by = event.shiftKey ? -1 : 1;
      stops[stopAfter(stops.indexOf(document.activeElement as HTMLElement), stops.length, by)]?.focus();
    } else if (!writing && SCROLLS[event.key]) node.scrollBy({ top: SCROLLS[event.key]!(node) });
    else return;
    event.preventDefault();
  };
  // before the table hears of it
  window.addEventListener("keydown", key, true);
  const stray = (event: FocusEvent) => { if (event.target instanceof Node && !node.contains(event.target)) node.focus({ preventScroll: true }); };
  document.addEventListener("focusin", stray);
  return () => {
    window.removeEventListener("keydown", key, true);
    document.removeEventListener("focusin", stray);
    if (before?.isConnected) before.focus({ preventScroll: true });
    else goOn();
  };
};
