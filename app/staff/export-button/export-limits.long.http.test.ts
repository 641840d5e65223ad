import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpServer, stopServer } from "#server/lifecycle/listen.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { openConnection, statusIn } from "#tests/kit/raw-connection.ts";
import { until } from "#tests/kit/running-server.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp();
const listener = getRequestListener(site.fetch);

/** The program on real ports, because unread data waits in connections. */
const open: Server[] = [];
let port = 0;
beforeEach(async () => {
  [, port] = await listen();
});
afterEach(async () => {
  const listening = open.splice(0).filter((server) => server.listening);
  await Promise.all(listening.map((server) => stopServer(server, 0)));
});

beforeEach(storeMuch);

test("fourteen exports that are not read delay neither leads nor the readiness probe", async () => {
  const cookies: string[] = [];
  while (cookies.length < 7) cookies.push((await signedIn(site.db, { role: "staff" })).cookie);
  const exports = await Promise.all([...cookies, ...cookies].map((each) => beginExport(each)));
  const begun = exports.filter(({ status }) => status === 200);
  const refused = exports.filter(({ status }) => status === 429);
  expect([begun.length, refused.length]).toEqual([4, 10]);
  const answers = await Promise.all([
    fetch(`http://127.0.0.1:${port}/readyz`),
    ...Array.from({ length: 8 }, (_, index) => sendLead(`lead-${index}@example.com`)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(8);
  exports.forEach(({ leave }) => leave());
  await until("every end to be on record", async () => (await endings()).length === 4);
  expect(await endings()).toEqual(Array.from({ length: 4 }, () => "given-up"));
});

test("a client that lost its connection can start again", async () => {
  const { cookie } = await signedIn(site.db, { role: "staff" });
  const lost = [await beginExport(cookie), await beginExport(cookie)];
  expect((await beginExport(cookie)).status).toBe(429);
  lost.forEach(({ leave }) => leave());
  await until("both to be noticed", async () => (await endings()).length === 2);
  const again = await fetch(`http://127.0.0.1:${port}/api/exports/tracking.csv`, {
    method: "POST",
    headers: { cookie },
  });
  expect(again.status).toBe(200);
  expect((await again.text()).split("\r\n")).toHaveLength(rows + 2);
});

test("a client that pauses beyond the idle timeout can continue", async () => {
  const { cookie } = await signedIn(site.db, { role: "staff" });
  const [, impatient] = await listen({ ...timeouts, idleTimeoutMs: 1_500 });
  const paused = await beginExport(cookie, impatient);
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  expect(await endings()).toEqual([]);
  paused.resume();
  await until("its end to be on record", async () => (await endings()).length === 1);
  expect(await endings()).toEqual(["complete"]);
});

test("a server that stops ends unread exports and records it", async () => {
  const { cookie } = await signedIn(site.db, { role: "staff" });
  const [stopping, itsPort] = await listen();
  await beginExport(cookie, itsPort);
  await beginExport(cookie, itsPort);
  await stopServer(stopping, 200);
  await until("both to be on record", async () => (await endings()).length === 2);
  expect(await endings()).toEqual(["given-up", "given-up"]);
});

const timeouts = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  checkIntervalMs: 2_000,
  maxConnections: 100,
  maxPipelined: 4,
};

async function listen(using = timeouts): Promise<[Server, number]> {
  const server = createHttpServer((request, response) => void listener(request, response), using);
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, (server.address() as AddressInfo).port]; // listening on a port, so neither a path nor null
}

/** Requests an export and reads only its first bytes. */
async function beginExport(cookie: string, at = port) {
  const connection = await openConnection(at, "");
  const { socket } = connection;
  socket.once("data", () => socket.pause());
  socket.write(
    `POST /api/exports/tracking.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await until("the first bytes", () => connection.received() !== "");
  return {
    status: statusIn(connection.received()),
    resume: () => socket.resume(),
    leave: () => socket.resetAndDestroy(),
  };
}

function sendLead(email: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...anAssessment(), email }),
  });
}

async function endings(): Promise<unknown[]> {
  const told = await site.db
    .selectFrom("auditEvents")
    .select("details")
    .where("action", "=", "leads-exported")
    .execute();
  return told.map(({ details }) => (details as { end?: unknown }).end); // as we wrote it
}

const rows = 40_000;

/** Stores far more data than the buffers of a connection hold. */
async function storeMuch(): Promise<void> {
  const visit = await storedLeads(site.db).storeVisit({ email: "visit-1@visitors.invalid" });
  await sql`
    insert into tracking_events (id, visit_id, event_type, url, timestamp)
    select gen_random_uuid(), ${visit}, 'page_view', '/' || repeat('x', 450), now() - interval '1 second' * number
    from generate_series(1, ${rows}) as number`.execute(site.db);
}
