/** Where the keyboard is. What has the focus may go away under it: by its own press, by news, because a sheet closes. The keyboard then
 *  goes on with what that belonged to: the field, the card, the part of the page. */

/** A part of the page that one goes on with, and what it is called by. */
const PARTS = "[data-field], li, article, section, aside, dialog, [role=dialog], form, main";
const HEADS = "[data-asks], h1, h2, h3";
export const STOPS = "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";
/** Milliseconds in which whoever took the focus away may give it to somebody himself. */
const GRACE = 40;

/** What had the focus, the parts of the page round it, and what had it before the dialog that it is in. */
interface Place {
  at: HTMLElement;
  round: HTMLElement[];
  before: Place | null;
}

let last: Place | null = null;
/** Whether the focus was brought where it is by the keyboard, not by a click. */
let keyed = false;
export const isKeyed = (): boolean => keyed;

const isSeen = (node: HTMLElement): boolean => node.isConnected && node.getClientRects().length > 0;
const isThere = (node: HTMLElement): boolean => isSeen(node) && !node.matches(":disabled");

/** The first of the elements that can be seen. */
export const seen = (selector: string, within: ParentNode = document): HTMLElement | undefined => [...within.querySelectorAll<HTMLElement>(selector)].find(isSeen);

/** The focus, as the keyboard gives it: a ring round it, and Tab goes on from there. */
export function focusOn(node: HTMLElement): void {
  if (!node.matches(STOPS)) node.tabIndex = -1;
  node.focus({ focusVisible: true } as FocusOptions);
  keyed = true;
}

const around = (node: HTMLElement | null): HTMLElement[] => {
  const part = node?.closest<HTMLElement>(PARTS);
  return part ? [part, ...around(part.parentElement)] : [];
};

function placeOf(at: HTMLElement): Place {
  const dialog = at.closest("dialog, [role=dialog]");
  const before = !dialog ? null : last && dialog.contains(last.at) ? last.before : last;
  return { at, round: around(at), before };
}

/** Where one goes on in a part: in a field at its first control, elsewhere at what it is called by. */
const headOf = (part: HTMLElement): HTMLElement | undefined => (part.matches("[data-field]") ? seen(STOPS, part) : (seen(HEADS, part) ?? seen(STOPS, part)));

function goalOf(place: Place | null): HTMLElement | undefined {
  if (!place) return seen("[data-asks]") ?? seen("main h1") ?? seen("[role=application]");
  if (isThere(place.at)) return place.at;
  for (const part of place.round) {
    const goal = isSeen(part) ? headOf(part) : undefined;
    if (goal) return goal;
  }
  return goalOf(place.before);
}

const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;

/** Whether the keyboard was somewhere that is no more. */
export const isLost = (): boolean => keyed && last !== null && !isThere(last.at) && (isNowhere() || document.activeElement === last.at);

/** Go on from what was lost; whether there was anything to go on with. */
export function goOn(): boolean {
  const goal = isLost() ? goalOf(last) : undefined;
  if (goal) focusOn(goal);
  return goal !== undefined;
}

/** `{@attach inSight}` on what scrolls: what the keyboard has in it stays in sight when it becomes lower. */
export const inSight = (node: HTMLElement) => {
  const watch = new ResizeObserver(() => {
    const at = document.activeElement;
    if (keyed && at && at !== node && node.contains(at)) at.scrollIntoView({ block: "nearest" });
  });
  watch.observe(node);
  return () => watch.disconnect();
};

if (typeof document !== "undefined") {
  let timer = 0;
  const watch = new MutationObserver(() => {
    if (timer || !isLost()) return;
    const was = last;
    timer = window.setTimeout(() => {
      timer = 0;
      // disabled for a moment only, it has lost the focus all the same
      if (!goOn() && was && was === last && isThere(was.at) && isNowhere()) focusOn(was.at);
    }, GRACE);
  });
  document.addEventListener("focusin", ({ target }) => {
    keyed = target instanceof Element && target.matches(":focus-visible");
    last = target instanceof HTMLElement ? placeOf(target) : null;
    watch.disconnect();
    if (keyed) watch.observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  }, true);
  document.addEventListener("pointerdown", () => (last = null), true);
}
