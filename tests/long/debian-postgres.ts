import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
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

/**
 * Starts the newest PostgreSQL from Debian's packages in a new folder on a loopback port with a password.
 * @throws NotRun if none is installed
 */
export async function startDebianPostgres(): Promise<TestDatabaseServer> {
  const versions = await readdir(packagesFolder).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (newest === undefined) throw new NotRun(`Debian's PostgreSQL is not installed in ${packagesFolder}`);
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  try {
    return await startIn(folder, join(packagesFolder, newest, "bin"));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string, binaries: string): Promise<TestDatabaseServer> {
  const cluster = join(folder, "cluster");
  const passwordFile = join(folder, "password");
  const password = randomBytes(24).toString("base64url");
  await mkdir(cluster);
  await writeFile(passwordFile, password, { mode: 0o600 });
  // PostgreSQL refuses to run as root.
  for (const path of isRoot ? [folder, cluster, passwordFile] : []) {
    await chown(path, unprivilegedUser.uid, unprivilegedUser.gid);
  }
  const { prefix, options } = chooseRunAs(isRoot ? unprivilegedUser : undefined, [binaries, cluster]);
  const command = (program: string, args: readonly string[]): [file: string, args: string[]] => {
    const [file = program, ...rest] = [...prefix, join(binaries, program), ...args];
    return [file, rest];
  };
  const making = [
    `--pgdata=${cluster}`,
    "--username=practice",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ];
  const made = spawnSync(...command("initdb", making), { ...options, cwd: "/", encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", max_connections: 100 };
  const running = ["-D", cluster, ...asArguments(settings)];
  const child = spawn(...command("postgres", running), { ...options, cwd: "/", stdio: "ignore" });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `postgres://practice:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
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
