/** Where the map looks: the first look, what is brought into sight, and from where on brigades are told from battalions. */

import type { Part } from "../lib/types";
import { frontage } from "../symbols/figures";
import { FAR, rad } from "../symbols/geometry";
import type { Bounds, Frame, View } from "../symbols/geometry";

/** A rectangle of the table, in paces. */
export interface Span {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The ground that a unit covers, or a spot alone. */
export function spanOf(u: { x: number; y: number; heading?: number; parts?: Part[] }): Span {
  if (!u.parts?.length) return { x0: u.x, y0: u.y, x1: u.x, y1: u.y };
  const { left, right, ahead, rear } = frontage({ parts: u.parts }), a = rad(u.heading ?? 0), c = Math.cos(a), s = Math.sin(a);
  const corners = [left, right].flatMap((dx) => [rear, ahead].map((dy) => [u.x + dx * c + dy * s, u.y - dx * s + dy * c] as const));
  return around(corners.map(([x, y]) => ({ x0: x, y0: y, x1: x, y1: y })));
}

/** The rectangle round several. */
export const around = (spans: Span[]): Span => ({
  x0: Math.min(...spans.map((span) => span.x0)), y0: Math.min(...spans.map((span) => span.y0)),
  x1: Math.max(...spans.map((span) => span.x1)), y1: Math.max(...spans.map((span) => span.y1)),
});

/** The free part of the window without a rim, which names and frames need. */
export function inner(frame: Frame): Frame {
  const wide = Math.min(120, (frame.right - frame.left) * 0.13), high = Math.min(54, (frame.bottom - frame.top) * 0.12);
  return { left: frame.left + wide, top: frame.top + high, right: frame.right - wide, bottom: frame.bottom - high };
}

/** Pixels a pace at which a rectangle just fits. */
export const fitting = (span: Span, frame: Frame): number =>
  Math.min((frame.right - frame.left) / Math.max(span.x1 - span.x0, 1), (frame.bottom - frame.top) / Math.max(span.y1 - span.y0, 1));

/** A rectangle in the middle of the free part. */
export const centred = (span: Span, k: number, deep: number, frame: Frame): View => ({
  k, x: (frame.left + frame.right) / 2 - ((span.x0 + span.x1) / 2) * k, y: (frame.top + frame.bottom) / 2 - (deep - (span.y0 + span.y1) / 2) * k,
});

/** How far something has to be pushed to lie between two lines. */
const pushed = (low: number, high: number, least: number, most: number): number => (low < least ? least - low : high > most ? most - high : 0);

/** Pixels from a panel at which something is in sight well enough to be left where it is. */
const CLEAR = 16;

/** The view in which a rectangle is in sight: moved as little as needed, at another scale only where it would not fit. */
export function revealed(view: View, span: Span, deep: number, frame: Frame, bounds: Bounds): View {
  const x0 = view.x + span.x0 * view.k, y0 = view.y + (deep - span.y1) * view.k, x1 = x0 + (span.x1 - span.x0) * view.k, y1 = y0 + (span.y1 - span.y0) * view.k;
  if (x0 >= frame.left + CLEAR && x1 <= frame.right - CLEAR && y0 >= frame.top + CLEAR && y1 <= frame.bottom - CLEAR) return view;
  const free = inner(frame), most = fitting(span, free);
  if (most <= 0) return view; // the window is being made larger or smaller: panels of the one size, room of the other
  if (view.k > most) return centred(span, Math.max(bounds.least, most), deep, free);
  return { k: view.k, x: view.x + pushed(x0, x1, free.left, free.right), y: view.y + pushed(y0, y1, free.top, free.bottom) };
}

/** Paces about what is framed that belong to it: smoke, the fallen, a slip beside it. */
const ABOUT = 130;
/** No nearer than this does the map go by itself, and only where it would be so many times as large or small: it is not to sway. */
const NEAREST_FRAMED = 1.4, TOO_FAR = 0.6, TOO_NEAR = 1.15;

/** The view in which a rectangle fills the free part; where it does about that already, moved as little as needed. */
export function framed(view: View, span: Span, deep: number, frame: Frame, bounds: Bounds, far: number): View {
  const free = inner(frame), wide = { x0: span.x0 - ABOUT, y0: span.y0 - ABOUT, x1: span.x1 + ABOUT, y1: span.y1 + ABOUT };
  const k = Math.min(NEAREST_FRAMED, Math.max(far, bounds.least, fitting(wide, free)));
  return k <= 0 || (view.k > k * TOO_FAR && view.k < k * TOO_NEAR) ? revealed(view, span, deep, frame, bounds) : centred(span, k, deep, free);
}

/** A view on the way from one to another, scale and middle together. */
export function between(a: View, b: View, q: number, [x, y]: [number, number]): View {
  const k = a.k * (b.k / a.k) ** q, at = (from: number, to: number, px: number) => { const p = (px - from) / a.k, end = (px - to) / b.k; return px - (p + (end - p) * q) * k; };
  return { k, x: at(a.x, b.x, x), y: at(a.y, b.y, y) };
}

/** As many troops as can always be told apart. */
const FEW = 16;
/** Pixels from one battalion to the next below which they cannot. */
const CLOSE = 36;

/** Pixels a pace below which brigades stand for their battalions: where there are many, and they would run into one another. */
export function farBelow(units: { x: number; y: number }[]): number {
  if (units.length <= FEW) return 0;
  const gaps = units.map((a, i) => units.reduce((least, b, j) => (i === j ? least : Math.min(least, Math.hypot(a.x - b.x, a.y - b.y))), Infinity)).sort((p, q) => p - q);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0;
  return Math.min(FAR, CLOSE / Math.max(usual, 1));
}

/** Nearer than this the first look does not go. */
const NEAREST = 0.9;
/** Pixels a pace at which a whole table is near enough to be played on. */
const PLAYED = 0.3;
/** The whole table is shown where the troops alone would not be seen much larger. */
const ALMOST = 1.15;

/** Pixels of free map from which on both armies are shown, however far off: brigades stand for their battalions then. */
const ROOMY = 560;

/** The first look: the whole table if it can be played on so; else all troops; in little room one's own, where all would be too far off. */
export function firstLook(whole: View, own: Span[], others: Span[], deep: number, frame: Frame, far: number): View {
  const first = own.length ? own : others;
  if (!first.length || whole.k >= PLAYED) return whole;
  const free = inner(frame), all = around([...own, ...others]), mine = around(first);
  const span = frame.right - frame.left >= ROOMY || fitting(all, free) >= Math.max(far, whole.k) ? all : mine;
  const k = Math.min(fitting(span, free), NEAREST);
  return k < whole.k * ALMOST ? whole : centred(span, k, deep, free);
}
