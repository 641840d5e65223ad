import { defineConfig } from "vitest/config";

/** `npm run prove` also runs the files and tests that take longest, which an ordinary change does not affect. */
const isLong = process.env.PROVE === "1";
const exclude = isLong ? [] : ["**/*.long.*test.ts"];
const setupFiles = ["./tests/kit/no-noise.ts"];

/**
 * The kinds of test are distinguished by their file names (docs/architecture.md, "Tests"). `slow` tests are unit tests that
 * `npm run check:quick` leaves out, because they take half a second or more. `http` tests use the built server in `build/`, so that they test
 * the code that is deployed.
 */
export default defineConfig({
  test: {
    // The same tag as in the titles of browser tests (playwright.config.ts).
    ...(isLong ? {} : { testNamePattern: /^(?!.*@long)/ }),
    // One more than the number of cores in CI, because tests usually wait for a database, a server or a clock.
    maxWorkers: 3,
    // The files of a worker share modules, because importing the program again for each took longer than the tests. Stubs of globals are
    // restored after each test.
    isolate: false,
    unstubGlobals: true,
    // Long enough for a busy machine; the default of a second was not.
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    // As for the browser tests: in CI, a failed test runs again and is listed with its retries if it then passes. A flaky test is a
    // defect to fix. Local runs do not retry.
    retry: process.env.CI === undefined ? 0 : 1,
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          // Passwords are hashed at a low priority, so a hash waits on a busy machine; a hanging test fails in any case.
          testTimeout: 60_000,
          include: ["{app,content,demo,packages,server,tests,bench}/**/*.test.{ts,tsx}"],
          exclude: [...exclude, "**/*.{slow,db,http,start}.test.ts", "node_modules/**"],
        },
      },
      {
        test: {
          name: "slow",
          setupFiles,
          testTimeout: 60_000,
          include: ["{app,content,demo,packages,server,tests,bench}/**/*.slow.test.ts"],
          exclude,
        },
      },
      {
        test: {
          name: "db",
          setupFiles,
          // Long enough for a busy machine; a hanging test fails in any case.
          testTimeout: 60_000,
          hookTimeout: 30_000,
          include: ["{app,bench,demo,server,tests}/**/*.db.test.ts"],
          exclude,
          globalSetup: ["./tests/kit/database-server.ts"],
        },
      },
      {
        test: {
          name: "http",
          setupFiles,
          // The program selects React's development build otherwise, which renders at a third of the speed.
          env: { NODE_ENV: "production" },
          // Long enough for a busy machine; a hanging test fails in any case.
          testTimeout: 60_000,
          // The first hook imports the whole program.
          hookTimeout: 60_000,
          include: ["{app,demo,server,tests}/**/*.http.test.ts"],
          exclude,
          globalSetup: ["./tests/kit/database-server.ts"],
        },
      },
      {
        test: {
          name: "start",
          include: ["{app,demo,packages,server,tests}/**/*.start.test.ts"],
          globalSetup: ["./tests/kit/create-data-folder-template.ts"],
          exclude,
          // These tests start and kill servers, each with its own folder and port, and run after all others.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // `npm run prove` repeats tests that kill processes twenty times.
          testTimeout: isLong ? 600_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
