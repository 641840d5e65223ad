// Browser tests need Debian's Chromium; the headless shell runs them in half the time (playwright.config.ts). As root, both are installed
// if they are missing. Without a browser, the tests that need one are skipped, and the last line of the run says so.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const headlessShell = "/usr/bin/chromium-headless-shell";

/** @returns whether there is a browser */
export async function ensureBrowser() {
  const canInstall = process.platform === "linux" && process.getuid?.() === 0;
  if (!existsSync(chromium) && canInstall) {
    await apt(600, "update");
    await apt(600, "install", "chromium");
  }
  // The headless shell is optional: older Debian releases lack it, and a closed network does not respond.
  if (process.env.CHROMIUM_PATH === undefined && !existsSync(headlessShell) && canInstall) {
    await apt(60, "install", "chromium-headless-shell");
  }
  return existsSync(chromium) || existsSync(headlessShell);
}

async function apt(timeoutSeconds, ...args) {
  const child = spawn(
    "apt-get",
    ["-y", "--no-install-recommends", "-o", "Acquire::http::Timeout=10", ...args],
    {
      stdio: "ignore",
      timeout: timeoutSeconds * 1_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    },
  );
  // An error means that there is no apt.
  await once(child, "close").catch(() => undefined);
}
