/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:nations" {
  /** The pattern of each nation: a tile of so many pixels, a path filled or stroked. */
  const patterns: Record<string, { name: string; tile: [number, number]; turn?: number; fill?: string; stroke?: string; weight?: number }>;
  export default patterns;
}
declare module "virtual:nations.css";
