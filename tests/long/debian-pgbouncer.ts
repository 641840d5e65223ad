import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseRunAs, unprivilegedUser } from "#embedded-postgres/testing";
import { freePort } from "#tests/kit/running-server.ts";
import { NotRun } from "./check.ts";
import { type TestDatabaseServer, waitUntilReady } from "./debian-postgres.ts";
import { isRoot } from "./clone.ts";

const program = "/usr/sbin/pgbouncer";

/** Fewer sessions than the program has connections, so that connections always share sessions. */
const sessions = 3;

/**
 * Starts Debian's PgBouncer in transaction mode in front of a server, with no settings tuned for the program.
 * @throws NotRun if it is not installed
 */
export async function startDebianPgBouncer(server: TestDatabaseServer): Promise<TestDatabaseServer> {
  if (!existsSync(program)) throw new NotRun(`there is no ${program}`);
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const { hostname, port: serverPort, username, password, pathname } = new URL(server.url);
  const port = await freePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
`,
  );
  // PgBouncer refuses to run as root.
  for (const path of isRoot ? [folder, users, settings] : []) {
    await chown(path, unprivilegedUser.uid, unprivilegedUser.gid);
  }
  const { prefix, options } = chooseRunAs(isRoot ? unprivilegedUser : undefined, [program]);
  const [file, ...args] = [...prefix, program, settings];
  const child = spawn(file, args, { ...options, cwd: "/", stdio: "ignore" });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
