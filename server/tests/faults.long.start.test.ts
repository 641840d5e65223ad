import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { postgresPid, type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { startBurst, storedIds, submit } from "#tests/kit/submission-burst.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("while the database is frozen, forms get 503 and pages are sent; nothing acknowledged is lost", async () => {
  const dataDir = join(folder, "frozen");
  const server = await startServer({ dataDir });
  const { acknowledged, end } = await startBurst([server.url]);
  const processes = listProcesses(postgresPid(dataDir));
  expect(processes.length).toBeGreaterThan(1);
  for (const pid of processes) process.kill(pid, "SIGSTOP");
  try {
    const refused = await postForm(server);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { kind: "unavailable" } });
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    // A proxy that asks this does not remove the server.
    expect((await fetch(`${server.url}/readyz?exclude=database`)).status).toBe(200);
  } finally {
    for (const pid of processes) process.kill(pid, "SIGCONT");
  }
  await until("forms to be stored again", () => isStored(server), 60_000);
  await end();
  await server.stop();
  expect(await findLost(dataDir, acknowledged)).toEqual([]);
});

test("while the database is read-only, forms get 503 and pages are sent, and it recovers without a restart", async () => {
  const served = await servePostgres(join(folder, "read-only"));
  const server = await startServer({ dataDir: join(folder, "unused"), env: served.env });
  expect(await submit(server.url, crypto.randomUUID())).toBeDefined();
  await setReadOnly(served.url, "on");
  await until("forms to be refused", async () => (await postForm(server)).status === 503);
  expect((await fetch(server.url)).status).toBe(200);
  await until("the server to be unready", async () => (await fetch(`${server.url}/readyz`)).status === 503);
  await setReadOnly(served.url, "off");
  await until("forms to be stored again", () => isStored(server), 60_000);
  await server.stop();
  await served.stop();
});

/** In MiB: enough to start, and too little to receive forms for long. */
const smallHeap = 50;

test("a server that runs out of memory loses nothing that it acknowledged", async () => {
  const dataDir = join(folder, "memory");
  const server = await startServer({ dataDir, env: { NODE_OPTIONS: `--max-old-space-size=${smallHeap}` } });
  const { acknowledged, end } = await startBurst([server.url]);
  await until("the server to run out of memory", () => server.child.signalCode !== null, 240_000);
  expect(server.child.signalCode).toBe("SIGABRT");
  await end();
  const next = await startServer({ dataDir });
  expect(await submit(next.url, crypto.randomUUID())).toBeDefined();
  await next.stop();
  expect(await findLost(dataDir, acknowledged)).toEqual([]);
});

/** @returns the main process and those that it started */
function listProcesses(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}

/** Sends an assessment and waits longer than a statement may take. */
function postForm(server: RunningServer): Promise<Response> {
  return fetch(`${server.url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json", ...from(newAddress()) },
    body: JSON.stringify(anAssessment({ name: "Meanwhile", email: "meanwhile@example.com" })),
    signal: AbortSignal.timeout(60_000),
  });
}

async function isStored(server: RunningServer): Promise<boolean> {
  const id = await submit(server.url, crypto.randomUUID()).catch(() => undefined);
  if (id === undefined) await sleep(200);
  return id !== undefined;
}

async function setReadOnly(url: string, value: "on" | "off"): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query("select pg_reload_conf()");
  await client.end();
}

async function findLost(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { host, port, user, password, database } = postgres.connection;
  const ids = await storedIds({ host, port, user, password, database });
  await postgres.stop();
  return acknowledged.filter((id) => !ids.has(id));
}
