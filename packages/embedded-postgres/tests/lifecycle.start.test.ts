import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createLog, silentLog } from "./log.ts";
import {
  ask,
  databaseFolders,
  eventually,
  isRunning,
  pidOf,
  runningPid,
  startRunner,
  type Runner,
} from "./runner.ts";
import { borrowEmbeddedPostgres } from "../src/embedded-postgres.ts";

const { killAfterTest, newDataDir, newFolder, start } = databaseFolders();

function run(dataDir: string, flags: readonly string[] = []): Runner {
  return killAfterTest(startRunner(dataDir, { flags }));
}

describe("starting and stopping", () => {
  test("a first start creates a database that a later one finds and other users cannot reach", async () => {
    const dataDir = join(await newFolder(), "not there yet", "data");
    const first = await start(dataDir);
    expect(await ask(first.connection, "create table kept (number int)")).toEqual([]);
    expect((await stat(join(dataDir, "postgres.password"))).mode & 0o777).toBe(0o600);
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    expect(await ask(first.connection, "show listen_addresses")).toEqual([""]);
    await expect(ask({ ...first.connection, password: "guessed" }, "select 1")).rejects.toMatchObject({
      code: "28P01",
    });
    await first.stop();

    const second = await start(dataDir);
    expect(await ask(second.connection, "select count(*)::int from kept")).toEqual([0]);
    expect((await readdir(dataDir)).toSorted()).toEqual([
      "lock",
      "postgres",
      "postgres.password",
      "postgres.socket",
    ]);
  });

  test("text sorts by code point on every machine, and committed data is on the disk", async () => {
    const { connection } = await start(await newDataDir());
    expect(
      await ask(connection, "select string_agg(w, '' order by w) from unnest(array['ä','b','B','a']) w"),
    ).toEqual(["Babä"]);
    expect(
      await ask(
        connection,
        "select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
      ),
    ).toEqual(["on", "on", "on"]);
  });

  test("stopping ends the database and releases the folder", async () => {
    const dataDir = await newDataDir();
    const postgres = await start(dataDir);
    const pid = runningPid(postgres);
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(isRunning(pid)).toBe(false);
    expect(await readdir(dataDir)).not.toContain("lock");
  });

  test("other work is done while PostgreSQL starts, and only once", async () => {
    const times: number[] = [];
    const whileStarting = async () => void times.push(Date.now());
    const postgres = await start(await newDataDir(), { whileStarting });
    expect(times).toHaveLength(1);
    process.kill(runningPid(postgres), "SIGKILL");
    await eventually(() => postgres.restarts() === 1);
    expect(times).toHaveLength(1);
  });

  test("if the other work fails, the start fails, and nothing keeps the folder", async () => {
    const dataDir = await newDataDir();
    const whileStarting = () => Promise.reject(new Error("The work failed."));
    await expect(start(dataDir, { whileStarting })).rejects.toThrow("The work failed.");
    expect(await readdir(dataDir)).not.toContain("lock");
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
  });

  test("visitor input does not reach the log, even if a statement fails", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "debug", write: (line) => lines.push(line) });
    const { connection } = await start(await newDataDir(), { log });
    await ask(connection, "create table kept (email text primary key)");
    await ask(connection, "insert into kept values ('owner@example.com')");
    await expect(ask(connection, "insert into kept values ('owner@example.com')")).rejects.toThrow(
      "duplicate key",
    );
    await expect(ask(connection, "select 'owner@example.com'::int")).rejects.toThrow("invalid input syntax");
    expect(lines.join("")).toContain("ready to accept connections");
    expect(lines.join("")).not.toContain("owner@example.com");
  });
});

describe("unexpected exits", () => {
  test("a database does not outlive a killed server", async () => {
    const runner = run(await newDataDir());
    const pid = await pidOf(runner);
    runner.child.kill("SIGKILL");
    await eventually(() => !isRunning(pid));
  });

  test("without setpriv, the next start stops the database of a killed server @long", async () => {
    const dataDir = await newDataDir();
    const runner = run(dataDir, ["--no-setpriv"]);
    const pid = await pidOf(runner);
    runner.child.kill("SIGKILL");
    await runner.ended;
    expect(isRunning(pid)).toBe(true);
    const next = await start(dataDir);
    expect(isRunning(pid)).toBe(false);
    expect(await ask(next.connection, "select 1")).toEqual([1]);
  });

  test.each([1, 2])(
    "server and database killed together: the next start works immediately and has every acknowledged row (round %i)",
    async () => {
      const dataDir = await newDataDir();
      const runner = run(dataDir, ["--rows"]);
      const pid = await pidOf(runner);
      await eventually(() => runner.lastNumber() > 200);
      // In the opposite order, the database may detect the server's exit and stop before it can be killed.
      process.kill(pid, "SIGKILL");
      runner.child.kill("SIGKILL");
      const next = await start(dataDir);
      await runner.ended;
      const [kept] = await ask(next.connection, "select count(*)::int from kept");
      expect(kept).toBeGreaterThanOrEqual(runner.lastNumber());
      // One row may have been stored and not yet acknowledged.
      expect(kept).toBeLessThanOrEqual(runner.lastNumber() + 1);
    },
  );

  test("a killed database is restarted each time @long", async () => {
    const events: string[] = [];
    const log = createLog({ level: "info", write: (line) => events.push(line) });
    const postgres = await start(await newDataDir(), { log });
    await ask(postgres.connection, "create table kept (number int)");
    for (const round of [1, 2]) {
      const pid = runningPid(postgres);
      process.kill(pid, "SIGKILL");
      await eventually(() => postgres.pid() !== undefined && postgres.pid() !== pid);
      expect(await ask(postgres.connection, "select count(*)::int from kept")).toEqual([0]);
      expect(events.filter((line) => line.includes("database.restarted"))).toHaveLength(round);
      expect(postgres.restarts()).toBe(round);
    }
  });

  // The first delay is within the pause before the restart, the others are during the restart.
  test.each([
    [0, ""],
    [90, " @long"],
    [105, ""],
    [120, " @long"],
    [150, " @long"],
  ])("a server stopped %i ms after its database was killed ends both%s", async (afterMs) => {
    const dataDir = await newDataDir();
    const postgres = await start(dataDir);
    process.kill(runningPid(postgres), "SIGKILL");
    await eventually(() => postgres.pid() === undefined);
    await sleep(afterMs);
    await postgres.stop();
    expect(await readdir(dataDir)).not.toContain("lock");
    await expect(ask(postgres.connection, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });

  test("an interrupted first start does not prevent the next start @long", async () => {
    const dataDir = join(await newFolder(), "data");
    const runner = run(dataDir);
    const isMaking = async (): Promise<boolean> => {
      const workshop = (await readdir(dataDir).catch(() => [])).find((name) =>
        name.includes(".initializing."),
      );
      return workshop !== undefined && (await readdir(join(dataDir, workshop))).includes("made");
    };
    await eventually(isMaking);
    runner.child.kill("SIGKILL");
    await runner.ended;
    const postgres = await start(dataDir);
    expect(await ask(postgres.connection, "select 1")).toEqual([1]);
    await postgres.stop();
    expect((await readdir(dataDir)).toSorted()).toEqual(["postgres", "postgres.password", "postgres.socket"]);
  });

  test("the lock of a killed process does not block a start, even if another process has its PID", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "lock"));
    await writeFile(join(dataDir, "lock", `server-${process.ppid}-1-00000000`), "");
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });
});

describe("concurrent processes", () => {
  test("a second server on the folder is refused with an error that names the first", async () => {
    const dataDir = await newDataDir();
    await start(dataDir);
    const runner = run(dataDir);
    expect((await runner.first).problem).toBe(
      `Another server (process ${process.pid}) is using the data folder ${dataDir}: stop it first, or set another DATA_DIR for this one.`,
    );
  });

  test("of three servers that start at the same time over a stale lock, exactly one succeeds", async () => {
    const dataDir = await newDataDir();
    await mkdir(join(dataDir, "lock"));
    await writeFile(join(dataDir, "lock", "server-999999999-1-00000000"), "");
    const words = await Promise.all([run(dataDir), run(dataDir), run(dataDir)].map((each) => each.first));
    expect(words.filter((word) => word.pid !== undefined)).toHaveLength(1);
    expect(words.filter((word) => word.problem?.startsWith("Another server"))).toHaveLength(2);
  });

  test("a command uses the database of the running server and leaves it running", async () => {
    const dataDir = await newDataDir();
    const runner = run(dataDir);
    const pid = await pidOf(runner);
    const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
    expect(borrowed.pid()).toBe(pid);
    expect(await ask(borrowed.connection, "select 1")).toEqual([1]);
    await borrowed.stop();
    expect(isRunning(pid)).toBe(true);
  });

  test("commands without a server take turns, and a server that starts in the meantime waits for them", async () => {
    const dataDir = await newDataDir();
    const first = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
    const order: string[] = [];
    const second = borrowEmbeddedPostgres({ dataDir, log: silentLog }).then(async (borrowed) => {
      order.push("second");
      expect(await ask(borrowed.connection, "select 1")).toEqual([1]);
      await borrowed.stop();
    });
    expect(await ask(first.connection, "select 1 from pg_sleep(0.3)")).toEqual([1]);
    order.push("first");
    const server = start(dataDir).then(() => order.push("server"));
    await first.stop();
    await Promise.all([second, server]);
    expect(order[0]).toBe("first");
    expect(order).toHaveLength(3);
  });
});
