import { execFileSync } from "node:child_process";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { checkPortrait } from "#app/pages/portrait/check-portrait.server.ts";
import { checkTexts } from "#app/pages/check-texts.server.ts";
import { practice } from "#content/practice.ts";
import { checkContent } from "#content/validation/check-content.ts";

export default defineConfig(({ command }) => ({
  plugins: [stopOnContentMistakes(), reactRouter()],
  environments: {
    ssr: {
      // Bundling dependencies as well reduces the files read at startup from about a hundred to a dozen. The
      // development server does not bundle, and cannot run CommonJS packages as its own modules.
      resolve: {
        noExternal: command === "build" ? true : [],
        // `pdfkit` reads font metrics from files in its package, and `sharp` is native code. The others are used only during the build.
        external: ["pdfkit", "sharp", "satori", "@resvg/resvg-wasm"],
      },
      build: {
        rollupOptions: {
          // Loading takes time in proportion to the size. Names are kept for stack traces.
          output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
          input: {
            main: "./server/main.ts",
            // Tests and benchmarks assemble their own server from these entries.
            app: "./server/app.ts",
            program: "./server/program.ts",
            assets: "./server/assets/assets.ts",
            staff: "./server/cli/staff.ts",
            event: "./server/cli/event.ts",
            person: "./server/cli/person.ts",
            audit: "./server/cli/audit.ts",
            demo: "./server/cli/demo.ts",
            clock: "./server/cli/clock.ts",
            record: "./server/cli/record.ts",
            backup: "./server/cli/backup.ts",
            restore: "./server/cli/restore.ts",
            verify: "./server/cli/verify.ts",
            move: "./server/cli/move.ts",
            "check-database": "./server/cli/check-database.ts",
            pictures: "./server/pictures/draw-pictures.ts",
          },
        },
      },
    },
  },
  define: {
    // Leaves out React's code for development.
    ...(command === "build" ? { "process.env.NODE_ENV": JSON.stringify("production") } : {}),
    // A clock that shows an earlier time than this is wrong (app/data/maintenance/check-clocks.server.ts).
    "import.meta.env.BUILT_AT": JSON.stringify(new Date().toISOString()),
    "import.meta.env.BUILT_FROM": JSON.stringify(readCommit() ?? null),
  },
  build: {
    cssMinify: true,
    target: "es2023",
    // An inlined file would be sent with every page that uses it, and the content security policy blocks data URLs.
    assetsInlineLimit: 0,
  },
}));

/** The commit of the working copy, with `-dirty` if files were changed. Undefined outside of a repository. */
function readCommit(): string | undefined {
  const args = ["describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"];
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** Fails the build if content is missing or malformed, so that visitors never see it. */
function stopOnContentMistakes(): Plugin {
  return {
    name: "content-check",
    buildStart() {
      const mistakes = [...checkContent(), ...checkTexts(), ...checkPortrait(practice.advisor.portrait)];
      if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
    },
  };
}
