/** How the window is built: into the Python package, so that a wheel carries it and no Node is needed to look. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/milkwood/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Pixi alone is larger than Vite's default warning; the budget that counts is measured by the browser tests.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"] },
});
