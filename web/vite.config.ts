import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { nations } from "./nations.plugin.ts";

// `npm run dev` serves the page and hands /api to a server started by `grognard play --no-open`.
const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8765";

// What every first visit reads comes in two files, not in forty. The words that catalogues of other languages build on stay
// apart: the rest waits for the catalogue that was chosen, and a catalogue that needed the rest would wait for ever.
const together = {
  groups: [
    { name: "words", tags: ["$initial" as const], test: /src[\\/](words[\\/](en[\\/]|rules|numbers)|lib[\\/](touch|language))/, priority: 2 },
    { name: "table", tags: ["$initial" as const], priority: 1 },
  ],
};

export default defineConfig({
  plugins: [svelte(), nations()],
  build: { outDir: "../src/grognard/server/static", emptyOutDir: true, target: "es2023", rolldownOptions: { output: { codeSplitting: together } } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", css: { include: [/tokens\.css/] } },
});
