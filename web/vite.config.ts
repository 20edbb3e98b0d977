/**
 * The build of the page: into the Python package, so that a wheel contains it and users need no Node.
 *
 * Two outputs: the page that the server sends, in chunks; and `replay.html`, the same page in one file, into which a
 * run is put so that it replays by double click.
 */
import { build, type InlineConfig, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/milkwood/server/static";
const TARGET = "es2022";

/** Inlines every script, style and picture of a page. */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    async generateBundle(_, bundle) {
      const drawn = await this.fs.readFile("public/mark.svg", { encoding: "utf8" });
      const mark = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
      const page = bundle["replay.html"];
      if (page?.type !== "asset") return;
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          // There is nothing to preload, and no text may close the script element.
          const whole = part.code.replaceAll("__VITE_PRELOAD__", "void 0").replaceAll("./mark.svg", mark);
          const code = whole.replaceAll("</script", "<\\/script");
          html = html.replace(/<script type="module"[^>]*src=[^>]*><\/script>/, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script></body>`);
        } else if (name.endsWith(".css")) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(part.source)}</style>`);
        } else continue;
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

const replay: InlineConfig = {
  configFile: false,
  base: "./",
  publicDir: false,
  logLevel: "warn",
  plugins: [inOneFile()],
  build: {
    outDir: OUT,
    emptyOutDir: false,
    target: TARGET,
    chunkSizeWarningLimit: 4000,
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 100_000,
    rolldownOptions: { input: "replay.html", output: { codeSplitting: false } },
  },
};

/** Builds the recording's page after the server's. */
function withReplay(): Plugin {
  return {
    name: "with-replay",
    apply: "build",
    async closeBundle() {
      await build(replay);
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [withReplay()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: TARGET,
    // Pixi alone is larger than Vite's default warning. The browser tests measure the real budget.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  // A busy machine is slow, not wrong.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
