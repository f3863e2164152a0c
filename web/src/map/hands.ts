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
    if (e.button > 1) return;
    down.set(e.pointerId, place(e));
    if (down.size === 1) { start = place(e); moved = false; mode = e.button === 1 ? "pan" : grips.means(e); }
    else { moved = true; mode = "pan"; }
  };
  const move = (e: PointerEvent) => {
    if (!down.has(e.pointerId) || !start) return;
    const was = middle(), at = place(e);
    if (!moved && Math.hypot(at[0] - start[0], at[1] - start[1]) < STILL) return;
    if (!moved) { moved = true; node.setPointerCapture(e.pointerId); grips.held(true); }
    down.set(e.pointerId, at);
    if (mode === "draw") return grips.draw(start, at, false);
    const now = middle();
    grips.pan(now.x - was.x, now.y - was.y);
    if (was.spread && now.spread) grips.zoom(now.x, now.y, now.spread / was.spread);
  };
  const lift = (e: PointerEvent) => {
    if (!down.delete(e.pointerId)) return;
    if (down.size || !start) return;
    if (!moved && e.type === "pointerup") grips.tap(...place(e), e);
    else if (mode === "draw") grips.draw(start, place(e), true);
    start = null;
    grips.held(false);
  };
  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 33 : 1;
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
