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
export const tokenIn = (link: string): string => /(?:^|[/#=])(?:seat\/)?([A-Za-z0-9_-]{32,})(?:\?event=\d*)?\s*$/.exec(link.trim())?.[1] ?? "";

/** The event that a link to a seat leads to, looking back; -1 where it leads to now. */
export const eventIn = (link: string): number => Number(/\?event=(\d{1,9})$/.exec(link)?.[1] ?? -1);

export const seatHash = (token: string): string => `#/seat/${token}`;
