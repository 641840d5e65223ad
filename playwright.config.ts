import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

// The same for the runner and its workers: each of them reads this file.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "practice-e2e-"));
const port = Number(process.env.E2E_PORT ?? 4173);

/**
 * Debian's Chromium without its windows, where it is: the same build draws the same pages for a third of the work. The whole browser
 * otherwise, which runs all of this, too.
 */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

/** Journeys through the production build, in Debian's Chromium, at the two widths that the pages are drawn for. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  // Twice the cores of CI: most of them wait for something most of the time.
  workers: 4,
  // In CI a failed test is run once more, in a browser of its own, and listed as flaky if it passes then: tests share one server and its
  // live lists. A test on that list is a defect to fix. Locally nothing is retried.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: true,
  reporter: "list",
  timeout: 30_000,
  // A hang is found by any limit; a busy machine is not taken for one.
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Visits and forms are limited by address, and without this all of them would come from one.
    extraHTTPHeaders: { "x-forwarded-for": `198.51.100.${(process.pid % 254) + 1}` },
    // Smooth scrolling would be measured half-way.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? chromium ?? "/usr/bin/chromium",
      // Chromium refuses its sandbox to root, as in containers; it reaches this machine only.
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
    { name: "wide", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } },
    {
      name: "narrow",
      use: { ...devices["Desktop Chrome"], viewport: { width: 390, height: 844 }, hasTouch: true },
      // What differs with the width, or is checked at both; and of those files not what is the same at any.
      testMatch: /\.(both|narrow)\.spec\.ts$/,
      grepInvert: /@any-width/,
    },
  ],
  webServer: {
    command: "node server/start.mjs",
    url: `http://localhost:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      // So that it does not read .env.
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1,::1",
    },
  },
});
