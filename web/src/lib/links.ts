/** Addresses within the page. A seat's key stands after the #, so that it is never sent along with anything else. */

let origin = "";

/** Links for others may begin elsewhere than where this page came from. */
export const linksBeginAt = (where: string): void => {
  origin = where;
};

/** Whether links lead to this very computer, and nowhere from others. */
export const isLoopback = (at = origin || location.origin): boolean => /^\w+:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(at);

export const linkTo = (token: string): string => `${(origin || location.origin).replace(/\/$/, "")}/#/seat/${token}`;

/** The seat's key in a link, or nothing. */
export const tokenIn = (link: string): string => /(?:^|[/#=])(?:seat\/)?([A-Za-z0-9_-]{32,})(?:\?step=\d+)?\s*$/.exec(link.trim())?.[1] ?? "";

/** A seat; with a step, its past as it was then. */
export const seatHash = (token: string, step?: number): string => `#/seat/${token}${step === undefined ? "" : `?step=${step}`}`;

/** The step of the past that an address asks for; nothing for now. */
export const stepIn = (hash: string): number | undefined => {
  const found = /^#\/seat\/[^?]+\?step=(\d{1,6})$/.exec(hash)?.[1];
  return found === undefined ? undefined : Number(found);
};
