// Browser tests need Debian's Chromium. Where this machine lets us, it is installed; where not, the tests that need it are
// left out, and say so as the last line of the run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

export function ensureBrowser() {
  if (existsSync(chromium)) return true;
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const run = (...args) =>
    spawnSync("apt-get", args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  run("update");
  run("install", "-y", "--no-install-recommends", "chromium");
  return existsSync(chromium);
}
