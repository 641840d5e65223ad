import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { checkTexts } from "#app/pages/check-texts.server.ts";
import { checkContent } from "#content/validation/check-content.ts";
import { articles } from "./vite.articles.ts";

export default defineConfig({
  plugins: [stopOnContentMistakes(), articles(), reactRouter()],
  environments: {
    ssr: {
      // Packages too: of some hundred files that a start would look for and read, a dozen are left.
      resolve: {
        noExternal: true,
        // The first reads the measures of its fonts from files beside it; the others serve the build alone.
        external: ["pdfkit", "satori", "@resvg/resvg-wasm"],
      },
      build: {
        rollupOptions: {
          input: {
            main: "./server/main.ts",
            // Tests and benchmarks put their own program together from these.
            app: "./server/app.ts",
            program: "./server/program.ts",
            assets: "./server/pages/assets.ts",
            staff: "./server/cli/staff.ts",
            event: "./server/cli/event.ts",
            person: "./server/cli/person.ts",
            audit: "./server/cli/audit.ts",
            demo: "./server/cli/demo.ts",
            clock: "./server/cli/clock.ts",
            pictures: "./server/pictures/draw-pictures.ts",
          },
        },
      },
    },
  },
  // A clock that is before it is wrong (app/data/maintenance/check-clocks.server.ts).
  define: { "import.meta.env.BUILT_AT": JSON.stringify(new Date().toISOString()) },
  build: {
    cssMinify: true,
    target: "es2023",
    // A file that is inlined as data would be sent with every page that names it, and the security policy refuses it.
    assetsInlineLimit: 0,
  },
});

/** A missing or malformed fact about the practice must never reach a visitor. */
function stopOnContentMistakes(): Plugin {
  return {
    name: "content-check",
    buildStart() {
      const mistakes = [...checkContent(), ...checkTexts()];
      if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
    },
  };
}
