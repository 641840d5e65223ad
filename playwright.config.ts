import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

// The runner and each worker evaluate this file. They inherit the environment, so all of them use the same folder.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "practice-e2e-"));
const isLong = process.env.PROVE === "1";
const port = Number(process.env.E2E_PORT ?? 4173);

/**
 * Debian's headless Chromium if it is installed, because it renders the same pages with a third of the CPU time; otherwise the complete
 * browser, which runs the same tests.
 */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

/** Runs the browser tests against the production build, at a desktop and a phone width. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // `npm run prove` also runs these files and tests. They cover what HTTP tests or a similar browser test cover as well, or take longest.
  testIgnore: isLong ? [] : /\.long\.(both\.)?spec\.ts$/,
  grepInvert: isLong ? [] : /@long/,
  fullyParallel: true,
  // Twice the number of cores in CI, because tests spend most of their time waiting.
  workers: 4,
  // Tests share one server and its live lists. In CI, a failed test runs again in its own browser and is listed as flaky if it then passes.
  // A flaky test is a defect to fix. Local runs do not retry.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: true,
  reporter: "list",
  // `npm run prove` also checks the dark scheme of each screen.
  timeout: isLong ? 90_000 : 60_000,
  // Generous, because a loaded machine can be slow. A test that hangs fails anyway.
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // An element that does not appear fails the test by name, before the test as a whole is out of time.
    actionTimeout: isLong ? 60_000 : 20_000,
    // Visits and forms are limited per client address, so each worker has its own.
    extraHTTPHeaders: { "x-forwarded-for": `198.51.100.${(process.pid % 254) + 1}` },
    // With smooth scrolling, positions would be measured during the animation.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? chromium ?? "/usr/bin/chromium",
      // As root, for example in containers, Chromium needs --no-sandbox. The tests only open local pages.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
  projects: [
    {
      name: "narrow",
      use: { ...devices["Desktop Chrome"], viewport: { width: 390, height: 844 }, hasTouch: true },
      // Only files whose results depend on the width. `npm run prove` runs all of their tests that do; `npm test` runs those that a phone
      // can break in its own way. `atBothWidths` checks every screen at both widths in any case.
      testMatch: /\.both\.spec\.ts$/,
      grep: isLong ? /(?:)/ : /@phone/,
      grepInvert: isLong ? /@any-width/ : /@any-width|@long/,
      // Each worker runs the tests of one project. The few tests of `npm test` at this width come first, in one worker, which takes less
      // time than the start of another three.
      ...(isLong ? {} : { workers: 1 }),
    },
    { name: "wide", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command: "node server/start.mjs",
    url: `http://localhost:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      // Prevents the server from reading .env.
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1,::1",
    },
  },
});
