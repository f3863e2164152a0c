/** What a place on the field is called. */

import type { Field, FieldFeature, Spot } from "../lib/types";

/** Whether a place lies in a ring, by the crossings of a ray to the east. */
function inRing([x, y]: Spot, ring: Spot[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!, [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

const polygons = ({ geometry }: FieldFeature): Spot[][][] => (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : []);

const size = ([outer = []]: Spot[][]): number => {
  const xs = outer.map(([x]) => x), ys = outer.map(([, y]) => y);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
};

/** The smallest thing with a name that a place lies in; nothing where there is none. */
export function placeAt(field: Field | null, spot: Spot): string {
  const found = (field?.features ?? []).flatMap((feature) =>
    feature.properties.name ? polygons(feature).filter(([outer = [], ...holes]) => inRing(spot, outer) && !holes.some((hole) => inRing(spot, hole))).map((polygon) => ({ name: feature.properties.name ?? "", size: size(polygon) })) : [],
  );
  return found.sort((a, b) => a.size - b.size)[0]?.name ?? "";
}
