/** Paper over the table: the keyboard comes to it, stays in it, and goes back where it was when it is put away. */

const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']";

/** Whether such a paper lies on the table. */
export const isCovered = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/** The stop after this one, or before it: past the last comes the first. Nothing where there is none. */
export function stopAfter<T>(stops: readonly T[], at: T | null, back: boolean): T | undefined {
  const place = at === null ? -1 : stops.indexOf(at);
  if (place < 0) return back ? stops.at(-1) : stops[0];
  return stops[(place + (back ? -1 : 1) + stops.length) % stops.length];
}

/** For `{@attach modal}`: what scrolls takes the focus itself, so that its keys turn the pages. */
export function modal(paper: HTMLElement): () => void {
  const before = document.activeElement;
  paper.tabIndex = -1;
  paper.focus({ preventScroll: true });
  const held = (event: KeyboardEvent): void => {
    if (event.key !== "Tab") return;
    const stops = [...paper.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.getClientRects().length > 0);
    const at = document.activeElement instanceof HTMLElement && paper.contains(document.activeElement) ? document.activeElement : null;
    event.preventDefault();
    event.stopPropagation();
    stopAfter(stops, at, event.shiftKey)?.focus({ focusVisible: true } as FocusOptions);
  };
  // at the window: what lies below must not have the key first, wherever the focus has got to
  window.addEventListener("keydown", held, true);
  return () => {
    window.removeEventListener("keydown", held, true);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
