import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { nations } from "./nations.plugin.ts";

// `npm run dev` serves the page and hands /api to a server started by `grognard play --no-open`.
const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), nations()],
  build: { outDir: "../src/grognard/server/static", emptyOutDir: true, target: "es2023" },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", css: { include: [/tokens\.css/] } },
});
