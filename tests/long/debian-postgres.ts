import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseRunAs, unprivilegedUser } from "#embedded-postgres/testing";
import { freePort } from "#tests/kit/running-server.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { NotRun } from "./check.ts";
import { isRoot } from "./clone.ts";

/** A database server for tests: its URL with user and password, and how to stop it. */
export type TestDatabaseServer = { url: string; stop: () => Promise<void> };

const packagesFolder = "/usr/lib/postgresql";

/** A server, its standby, which confirms each commit, and what a failover consists of. */
export type TestCluster = {
  /** Names both servers, and selects the one that accepts writes. */
  readonly url: string;
  readonly standbyUrl: string;
  /** Kills all processes of the primary. */
  killPrimary(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the newest PostgreSQL from Debian's packages in a new folder on a loopback port with a password.
 * @throws NotRun if none is installed
 */
export async function startDebianPostgres(): Promise<TestDatabaseServer> {
  const { url, stop } = await startPrimary(await findPrograms());
  return { url, stop };
}

/**
 * Starts a primary and a synchronous standby from Debian's packages.
 * @throws NotRun if PostgreSQL is not installed
 */
export async function startDebianCluster(): Promise<TestCluster> {
  const programs = await findPrograms();
  const primary = await startPrimary(programs);
  try {
    const standby = await startStandby(programs, primary);
    await asAdministrator({ url: primary.url, template: "", prefix: "" }, async (client) => {
      await client.query("alter system set synchronous_standby_names = '*'");
      await client.query("select pg_reload_conf()");
    });
    const hosts = `127.0.0.1:${new URL(primary.url).port},127.0.0.1:${new URL(standby.url).port}`;
    return {
      url: `postgres://practice:${primary.password}@${hosts}/postgres?target_session_attrs=read-write`,
      standbyUrl: standby.url,
      killPrimary: primary.kill,
      async stop() {
        await standby.stop();
        await primary.stop();
      },
    };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

type DebianServer = TestDatabaseServer & {
  readonly password: string;
  readonly kill: () => Promise<void>;
};

/** @returns the folder of the newest version's programs */
async function findPrograms(): Promise<string> {
  const versions = await readdir(packagesFolder).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (newest === undefined) throw new NotRun(`Debian's PostgreSQL is not installed in ${packagesFolder}`);
  return join(packagesFolder, newest, "bin");
}

async function startPrimary(programs: string): Promise<DebianServer> {
  const password = randomBytes(24).toString("base64url");
  return startCluster(programs, password, async ({ cluster, folder, run }) => {
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (isRoot) await chown(passwordFile, unprivilegedUser.uid, unprivilegedUser.gid);
    run("initdb", [
      `--pgdata=${cluster}`,
      "--username=practice",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
  });
}

async function startStandby(programs: string, primary: DebianServer): Promise<DebianServer> {
  return startCluster(programs, primary.password, ({ cluster, run }) => {
    run("pg_basebackup", [
      `--pgdata=${cluster}`,
      `--dbname=${primary.url}`,
      "--write-recovery-conf",
      "--checkpoint=fast",
    ]);
  });
}

type NewCluster = {
  readonly folder: string;
  /** Its empty data folder. */
  readonly cluster: string;
  /** Runs a program of PostgreSQL and waits. @throws with its message if it fails */
  run(program: string, args: readonly string[]): void;
};

/** Creates a cluster in a new folder, and starts it. */
async function startCluster(
  programs: string,
  password: string,
  create: (cluster: NewCluster) => Promise<void> | void,
): Promise<DebianServer> {
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const cluster = join(folder, "cluster");
  await mkdir(cluster, { mode: 0o700 });
  // PostgreSQL refuses to run as root.
  for (const path of isRoot ? [folder, cluster] : []) {
    await chown(path, unprivilegedUser.uid, unprivilegedUser.gid);
  }
  const { prefix, options } = chooseRunAs(isRoot ? unprivilegedUser : undefined, [programs, cluster]);
  const command = (program: string, args: readonly string[]): [file: string, args: string[]] => {
    const [file = program, ...rest] = [...prefix, join(programs, program), ...args];
    return [file, rest];
  };
  const run: NewCluster["run"] = (program, args) => {
    const ran = spawnSync(...command(program, args), { ...options, cwd: "/", encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}`);
  };
  try {
    await create({ folder, cluster, run });
    const port = await freePort();
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      max_connections: 100,
    };
    const child = spawn(...command("postgres", ["-D", cluster, ...asArguments(settings)]), {
      ...options,
      cwd: "/",
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const stop = async (): Promise<void> => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    };
    const kill = async (): Promise<void> => {
      for (const pid of await processesOf(child)) process.kill(pid, "SIGKILL");
      await ended;
    };
    const url = `postgres://practice:${password}@127.0.0.1:${port}/postgres`;
    try {
      await waitUntilReady(url);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url, password, stop, kill };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @returns the process IDs of a server: the main process, then those that it started */
async function processesOf({ pid }: ChildProcess): Promise<number[]> {
  if (pid === undefined) return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}

function asArguments(settings: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

export async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      await asAdministrator({ url, template: "", prefix: "" }, (client) => client.query("select 1"));
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}
