import { defineConfig } from "vitest/config";
import { articles } from "./vite.articles.ts";

const setupFiles = ["./tests/kit/no-noise.ts"];

/**
 * Four kinds of test, told apart by their file names (docs/architecture.md, "Tests").
 * `http` tests run against the built server in `build/`, so that what is tested is what is shipped.
 */
export default defineConfig({
  test: {
    // One more than CI has cores: there is always one that waits for a database, a server or a clock.
    maxWorkers: 3,
    // The files of a worker share its modules: to bring the program in anew for each took longer than the tests. What a test puts in the
    // place of something global is taken back after it.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        plugins: [articles()],
        test: {
          name: "unit",
          setupFiles,
          include: ["{app,content,demo,packages,server,tests,bench}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.{db,http,start}.test.ts", "node_modules/**"],
        },
      },
      {
        plugins: [articles()],
        test: {
          name: "db",
          setupFiles,
          // A hang is found by any limit; a busy machine is not taken for one.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          include: ["{app,demo,server,tests}/**/*.db.test.ts"],
          globalSetup: ["./tests/kit/database-server.ts"],
        },
      },
      {
        plugins: [articles()],
        test: {
          name: "http",
          setupFiles,
          // A hang is found by any limit; a busy machine is not taken for one.
          testTimeout: 20_000,
          // The whole program is brought in first.
          hookTimeout: 60_000,
          include: ["{app,demo,server,tests}/**/*.http.test.ts"],
          globalSetup: ["./tests/kit/database-server.ts"],
        },
      },
      {
        test: {
          name: "start",
          include: ["{app,demo,packages,server,tests}/**/*.start.test.ts"],
          // These start and kill whole servers, each with a folder and port of its own, when nothing else runs.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
