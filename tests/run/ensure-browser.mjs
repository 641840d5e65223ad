// Browser tests need Debian's Chromium; the one without windows does them in half the time (playwright.config.ts). Where this machine lets
// us, both are installed; where there is none, the tests that need one are left out, and say so as the last line of the run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const withoutWindows = "/usr/bin/chromium-headless-shell";

export function ensureBrowser() {
  const mayInstall = process.platform === "linux" && process.getuid?.() === 0;
  if (!existsSync(chromium) && mayInstall) {
    apt(600, "update");
    apt(600, "install", "chromium");
  }
  // Done without where it cannot be had at once: an older Debian has none, and a closed network no answer.
  if (process.env.CHROMIUM_PATH === undefined && !existsSync(withoutWindows) && mayInstall) {
    apt(60, "install", "chromium-headless-shell");
  }
  return existsSync(chromium) || existsSync(withoutWindows);
}

function apt(mostSeconds, ...args) {
  spawnSync("apt-get", ["-y", "--no-install-recommends", "-o", "Acquire::http::Timeout=10", ...args], {
    stdio: "ignore",
    timeout: mostSeconds * 1_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
