/** Hands on the map: drag pans, the wheel zooms at the pointer, two fingers do both; a press without a move is a tap. */

export interface Grips {
  pan(dx: number, dy: number): void;
  zoom(px: number, py: number, factor: number): void;
  tap(px: number, py: number, event: PointerEvent): void;
  /** What a drag does that starts here: pan, or draw a line or a box. */
  means(event: PointerEvent): "pan" | "draw";
  draw(from: [number, number], to: [number, number], done: boolean): void;
  held(dragging: boolean): void;
}

const STILL = 4;

export function hands(node: HTMLElement, grips: Grips): { destroy(): void } {
  const down = new Map<number, [number, number]>();
  let start: [number, number] | null = null, mode: "pan" | "draw" = "pan", moved = false;
  const place = (e: { clientX: number; clientY: number }): [number, number] => {
    const box = node.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const middle = () => {
    const all = [...down.values()], n = all.length || 1;
    const spread = all.length > 1 ? Math.hypot(all[0]![0] - all[1]![0], all[0]![1] - all[1]![1]) : 0;
    return { x: all.reduce((m, p) => m + p[0], 0) / n, y: all.reduce((m, p) => m + p[1], 0) / n, spread };
  };
  const press = (e: PointerEvent) => {
    // the right button belongs to the browser's own menu
    if (e.button > 1) return;
    down.set(e.pointerId, place(e));
    // the middle button always pans, whatever tool is at hand
    if (down.size === 1) { start = place(e); moved = false; mode = e.button === 1 ? "pan" : grips.means(e); }
    // a second finger makes it a pinch: no tap and no drawing any more
    else { moved = true; mode = "pan"; }
  };
  const move = (e: PointerEvent) => {
    if (!down.has(e.pointerId) || !start) return;
    const was = middle(), at = place(e);
    // a hand is never quite still: less than this is a tap
    if (!moved && Math.hypot(at[0] - start[0], at[1] - start[1]) < STILL) return;
    // only now: captured from the start, clicks on what lies on the map would be lost
    if (!moved) { moved = true; node.setPointerCapture(e.pointerId); grips.held(true); }
    down.set(e.pointerId, at);
    if (mode === "draw") return grips.draw(start, at, false);
    const now = middle();
    grips.pan(now.x - was.x, now.y - was.y);
    if (was.spread && now.spread) grips.zoom(now.x, now.y, now.spread / was.spread);
  };
  const lift = (e: PointerEvent) => {
    if (!down.delete(e.pointerId)) return;
    // the last finger ends it
    if (down.size || !start) return;
    // a gesture that the system cancelled is no tap
    if (!moved && e.type === "pointerup") grips.tap(...place(e), e);
    else if (mode === "draw") grips.draw(start, place(e), true);
    start = null;
    grips.held(false);
  };
  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    // some mice count lines instead of pixels
    const lines = e.deltaMode === 1 ? 33 : 1;
    // a pinch on a touchpad comes as a wheel with this key, in smaller steps
    grips.zoom(...place(e), Math.exp(-e.deltaY * lines * (e.ctrlKey ? 0.008 : 0.0016)));
  };
  node.addEventListener("pointerdown", press);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", lift);
  node.addEventListener("pointercancel", lift);
  node.addEventListener("wheel", wheel, { passive: false });
  return {
    destroy() {
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", lift);
      node.removeEventListener("pointercancel", lift);
      node.removeEventListener("wheel", wheel);
    },
  };
}
