import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createLog, silentLog } from "./log.ts";
import { ask, canMount, databaseFolders, eventually, isRoot, startRunner, type Runner } from "./runner.ts";
import { borrowEmbeddedPostgres } from "../src/embedded-postgres.ts";

// Two containers, or a container and its host, share a data folder but not their process IDs.

const { killAfterTest, newDataDir, newFolder, start, stops } = databaseFolders();

/** Starts a server in a separate PID and IPC namespace, in which `dataDir` is mounted at `mounted`. */
function runInContainer(dataDir: string, mounted = dataDir): Runner {
  const script =
    'test "$0" = "$1" || { mount --bind "$0" "$1" && mount -t tmpfs tmpfs "$0"; }; shift; exec "$@"';
  const unshare = ["unshare", "--pid", "--ipc", "--mount", "--fork", "--kill-child", "--mount-proc"];
  const prefix = [...unshare, "sh", "-c", script, dataDir, mounted];
  return killAfterTest(startRunner(mounted, { prefix }));
}

async function listClaims(dataDir: string): Promise<string[]> {
  return readdir(join(dataDir, "lock"));
}

/** Writes the claim of a server in another namespace, as it appears to other processes. */
async function claimAsForeigner(dataDir: string): Promise<string> {
  const claim = "server-7-4711-754606dd04ba476e96a73a3169e56bd7-1";
  await mkdir(join(dataDir, "lock"));
  await writeFile(join(dataDir, "lock", claim), "");
  return claim;
}

/** Refreshes a claim with times of a clock that is wrong by a year. */
function refreshHeartbeat(dataDir: string, claim: string): void {
  let seconds = Date.now() / 1_000 - 365 * 86_400;
  const timer = setInterval(() => {
    seconds += 1;
    void utimes(join(dataDir, "lock", claim), seconds, seconds).catch(() => undefined);
  }, 1_000);
  stops.push(() => clearInterval(timer));
}

/** Starts a server in another namespace. If the system does not permit that, it writes and refreshes a claim instead. */
async function serveElsewhere(dataDir: string): Promise<{ pid: number; isServing: () => Promise<boolean> }> {
  if (!isRoot || !canMount()) {
    const claim = await claimAsForeigner(dataDir);
    refreshHeartbeat(dataDir, claim);
    return { pid: 7, isServing: async () => (await listClaims(dataDir)).includes(claim) };
  }
  const { connection } = await runInContainer(dataDir).first;
  if (connection === undefined) throw new Error("The server in the container did not start.");
  return { pid: 1, isServing: async () => (await ask(connection, "select 1"))[0] === 1 };
}

describe("a server in another container", () => {
  test("keeps its lock and its database when a server and a command start on the host", async () => {
    const dataDir = await newDataDir();
    const elsewhere = await serveElsewhere(dataDir);
    const claims = await listClaims(dataDir);
    const postmaster = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const who = `A server in another container or on another machine (process ${elsewhere.pid} there) is using the data folder ${dataDir}`;
    await expect(start(dataDir)).rejects.toThrow(
      `${who}: stop it first, or set another DATA_DIR for this one.`,
    );
    await expect(borrowEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
      `${who}: run the command in that container or on that machine, or stop the server first.`,
    );
    expect(await listClaims(dataDir)).toEqual(claims);
    expect(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "")).toBe(
      postmaster,
    );
    expect(await elsewhere.isServing()).toBe(true);
  });

  test.runIf(isRoot && canMount()).each(["the same path", "another path"])(
    "is refused with %s while a server runs on the host, and a command still finds that server",
    async (path) => {
      const dataDir = await newDataDir();
      const mounted = path === "the same path" ? dataDir : await newFolder();
      const postgres = await start(dataDir);
      const claims = await listClaims(dataDir);
      expect((await runInContainer(dataDir, mounted).first).problem).toBe(
        `A server in another container or on another machine (process ${process.pid} there) is using the data folder ${mounted}: stop it first, or set another DATA_DIR for this one.`,
      );
      expect(await listClaims(dataDir)).toEqual(claims);
      const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
      expect(await ask(borrowed.connection, "select 1")).toEqual([1]);
      await borrowed.stop();
      expect(await ask(postgres.connection, "select 1")).toEqual([1]);
    },
  );

  test("blocks the start while its heartbeat changes, and not after it has stopped", async () => {
    const dataDir = await newDataDir();
    const claim = await claimAsForeigner(dataDir);
    const postmaster = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(postmaster, "7\n");
    refreshHeartbeat(dataDir, claim);
    await expect(start(dataDir)).rejects.toThrow("A server in another container or on another machine");
    expect(await listClaims(dataDir)).toEqual([claim]);
    expect(existsSync(postmaster)).toBe(true);
    await stops.pop()?.();
    expect(await ask((await start(dataDir)).connection, "select 1")).toEqual([1]);
  });
});

describe("a PostgreSQL whose server has no valid claim", () => {
  // Earlier releases have no heartbeat, and a suspended server misses its own.
  const stale = "server-999999999-1-00000000";

  async function replaceClaims(dataDir: string): Promise<void> {
    await rm(join(dataDir, "lock"), { recursive: true });
    await mkdir(join(dataDir, "lock"));
    await writeFile(join(dataDir, "lock", stale), "");
  }

  test.runIf(isRoot && canMount())("on the host keeps running when a container starts", async () => {
    const dataDir = await newDataDir();
    const mounted = await newFolder();
    // The test process would notice the missing claim, so a separate process serves here.
    const host = startRunner(dataDir);
    const { connection } = await host.first;
    stops.push(async () => {
      host.child.kill("SIGKILL");
      await host.ended;
    });
    host.child.kill("SIGSTOP");
    await replaceClaims(dataDir);
    expect((await runInContainer(dataDir, mounted).first).problem).toBe(
      `Another server, perhaps in another container, has a PostgreSQL running on ${join(mounted, "postgres")}: stop it first, or set another DATA_DIR for this one.`,
    );
    expect(await listClaims(dataDir)).toEqual([stale]);
    if (connection !== undefined) expect(await ask(connection, "select 1")).toEqual([1]);
  });

  test.runIf(isRoot && canMount())(
    "in a container keeps running when a server starts on the host",
    async () => {
      const dataDir = await newDataDir();
      const served = runInContainer(dataDir);
      const { connection } = await served.first;
      const [server = ""] = execFileSync("pgrep", ["-P", String(served.child.pid)], {
        encoding: "utf8",
      }).split("\n");
      process.kill(Number(server), "SIGSTOP");
      await replaceClaims(dataDir);
      await expect(start(dataDir)).rejects.toThrow("Another server, perhaps in another container");
      expect(await listClaims(dataDir)).toEqual([stale]);
      if (connection !== undefined) expect(await ask(connection, "select 1")).toEqual([1]);
    },
  );
});

describe("a server whose claim has disappeared", () => {
  test("restores it if no other process has taken the folder", async () => {
    const dataDir = await newDataDir();
    await start(dataDir);
    const claims = await listClaims(dataDir);
    await rm(join(dataDir, "lock"), { recursive: true });
    await eventually(async () => (await listClaims(dataDir).catch(() => [])).length > 0);
    expect(await listClaims(dataDir)).toEqual(claims);
  });

  test("stops its database if another server has taken the folder while this one was suspended", async () => {
    const dataDir = await newDataDir();
    const lines: string[] = [];
    const postgres = await start(dataDir, {
      log: createLog({ level: "error", write: (line) => lines.push(line) }),
    });
    await rename(join(dataDir, "lock"), join(dataDir, "lock.before"));
    const claim = await claimAsForeigner(dataDir);
    await eventually(() => postgres.pid() === undefined);
    await eventually(() => !existsSync(join(dataDir, "postgres", "postmaster.pid")));
    expect(lines.join("")).toContain("database.lock_lost");
    // A restart would happen within a tenth of a second.
    await sleep(500);
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
    expect(await listClaims(dataDir)).toEqual([claim]);
  });
});
