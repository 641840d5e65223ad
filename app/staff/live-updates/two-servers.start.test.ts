import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-live-"));
const statementLog = join(folder, "statements.log");
let served: Awaited<ReturnType<typeof servePostgres>>;
let servers: { here: RunningServer; there: RunningServer };
let pool: pg.Pool;

beforeAll(async () => {
  served = await servePostgres(join(folder, "served"), {
    log_statement: "all",
    logging_collector: "on",
    log_directory: folder,
    log_filename: "statements.log",
  });
  const start = (name: string) => startServer({ dataDir: join(folder, name), env: served.env });
  const [here, there] = await Promise.all([start("one"), start("two")]);
  servers = { here, there };
  pool = new pg.Pool({ connectionString: served.url, max: 2 });
  // The database may close connections first.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await pool.end();
  await Promise.all([servers.here.stop(), servers.there.stop()]);
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("a lead that one server stores is announced on the stream of another within two seconds", async () => {
  const stream = await listen(servers.here);
  await until("the stream to be ready", () => stream.received().includes("event: ready"));
  const sentAt = performance.now();
  await submit(servers.there);
  await until("the announcement of the other server", () => stream.received().includes("event: leads"));
  expect(performance.now() - sentAt).toBeLessThan(2_000);
  expect(stream.received()).not.toContain("Avery");
});

it("a browser that disconnects without notice stops the polling of the database", async () => {
  const stream = await listen(servers.here);
  await until("the stream to be ready", () => stream.received().includes("event: ready"));
  expect(await timesPolled(2_000)).toBeGreaterThan(0);
  stream.leave();
  await sleep(1_500);
  expect(await timesPolled(2_500)).toBe(0);
});

it("a shutdown does not wait for open streams", async () => {
  const stream = await listen(servers.here);
  await until("the stream to be ready", () => stream.received().includes("event: ready"));
  const askedAt = performance.now();
  await servers.here.stop();
  // Requests in flight are given ten seconds.
  expect(performance.now() - askedAt).toBeLessThan(9_500);
  expect(servers.here.child.exitCode).toBe(0);
  expect(stream.hasEnded()).toBe(true);
});

async function listen(server: RunningServer) {
  const { cookie } = await signedIn(openQueries(pool), { role: "staff" });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.url}/api/stream`, { headers: { cookie } }, resolve).on("error", reject).end();
  });
  expect(answer.statusCode).toBe(200);
  let text = "";
  let hasEnded = false;
  answer.on("data", (piece: Buffer) => (text += piece.toString()));
  answer.on("end", () => (hasEnded = true));
  answer.on("error", () => undefined);
  const leave = () => void answer.destroy();
  // An open stream of a failed test would let the next test fail.
  onTestFinished(leave);
  return { received: () => text, hasEnded: () => hasEnded, leave };
}

async function submit(server: RunningServer): Promise<number> {
  const { status } = await fetch(`${server.url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json", ...from(newAddress()) },
    body: JSON.stringify(anAssessment({ email: `${crypto.randomUUID()}@example.com` })),
  });
  return status;
}

/** How often any server ran the query of the change feed within a period, from PostgreSQL's log of all statements. */
async function timesPolled(periodMs: number): Promise<number> {
  const before = loggedPolls();
  await sleep(periodMs);
  return loggedPolls() - before;
}

function loggedPolls(): number {
  return readFileSync(statementLog, "utf8").split("md5(array(select id from pre_loi_assessments").length - 1;
}
