import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { assessmentHead, converse, openConnection, statusIn } from "#tests/kit/raw-connection.ts";
import { until } from "#tests/kit/running-server.ts";
import { createHttpServer, type ConnectionLimits } from "#server/lifecycle/listen.ts";

const site = testApp();
vi.setConfig({ testTimeout: 30_000 });

/** Shorter limits than in production, with a margin for a test machine that stalls for a second. */
const shortLimits: ConnectionLimits = {
  headersTimeoutMs: 800,
  requestTimeoutMs: 2_400,
  idleTimeoutMs: 3_600,
  checkIntervalMs: 80,
  maxConnections: 40,
  maxPipelined: 4,
};
const listener = getRequestListener(site.fetch);

let [server, port] = [createServer(), 0];
/** The port of the same program with the default limits. */
let defaultPort = 0;
const open: Server[] = [];
beforeEach(async () => {
  [server, port] = await listen(shortLimits);
  [, defaultPort] = await listen();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(close));
});

async function listen(limits?: ConnectionLimits): Promise<[Server, number]> {
  const listening = createHttpServer((request, response) => void listener(request, response), limits);
  open.push(listening);
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return [listening, (listening.address() as AddressInfo).port]; // listening on a port, so neither a path nor null
}

async function close(listening: Server): Promise<void> {
  const closed = once(listening, "close");
  listening.close();
  listening.closeAllConnections();
  await closed;
}

const sendLead = (to = port) =>
  fetch(`http://127.0.0.1:${to}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(anAssessment()),
  });

const formHead = `POST /pre-loi-assessment HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: http://localhost:3000\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

it("closes connections of clients that stop in the middle of a request, while other clients are served", async () => {
  const before = site.logged.length;
  const stalledRequests = {
    "sends nothing": "",
    "stops in the middle of a header": "GET / HTTP/1.1\r\nHost: local",
    "stops in the middle of a body": `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`,
    "stops in the middle of a chunk": `${assessmentHead}Transfer-Encoding: chunked\r\n\r\n40\r\n{"name":`,
    "stops in the middle of a form": `${formHead}Content-Length: 200\r\n\r\nname=Thomas`,
  };
  // The requests run concurrently, because each waits for its timeout.
  const answers = Promise.all(
    Object.entries(stalledRequests).map(async ([what, words]) => [
      what,
      statusIn(await converse(port, words)),
    ]),
  );
  const lead = await sendLead(defaultPort);
  expect(lead.status).toBe(200);
  expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
  // Either our response or the one by Node, depending on which is first.
  for (const [what, status] of await answers) expect([400, 408], String(what)).toContain(status);
  const problems = site.logged.slice(before).filter(({ level }) => level === "error" || level === "warn");
  expect(problems).toEqual([]);
});

it("the timeout for headers is shorter than the one for a body", async () => {
  const body = await openConnection(port, `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`);
  const headers = await openConnection(port, "GET / HTTP/1.1\r\nHost: local");
  await headers.closed;
  expect(body.received()).toBe("");
  await body.closed;
});

it("a client that disconnects in the middle of a body is logged as an aborted request, not as an error", async () => {
  const { socket } = await openConnection(port, `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`);
  await until("the request to arrive", () => server.listening && socket.bytesWritten > 0);
  const before = site.logged.length;
  socket.resetAndDestroy();
  await until("the disconnect to be logged", () => site.logged.length > before);
  expect(site.logged.slice(before)).toMatchObject([{ level: "info", event: "request.aborted" }]);
});

it("a client that disconnects while its page is rendered is logged as an aborted request, not as an error", async () => {
  const before = site.logged.length;
  const { cookie } = await signedIn(site.db, { role: "staff" });
  await site.db.transaction().execute(async (trx) => {
    await sql`lock table pre_loi_assessments in access exclusive mode`.execute(trx);
    const { socket } = await openConnection(
      port,
      `GET /admin/assessments HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookie}\r\n\r\n`,
    );
    await until("the page to wait for the database", async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks
        where not granted and relation = 'pre_loi_assessments'::regclass`.execute(trx);
      return (rows[0]?.count ?? 0) > 0;
    });
    socket.resetAndDestroy();
    await until("the connection to close", async () => (await countConnections(server)) === 0);
  });
  await until("the disconnect to be logged", () => site.logged.length > before);
  expect(site.logged.slice(before)).toMatchObject([{ level: "info", event: "request.aborted" }]);
});

it("closes the connection of a client that does not read responses", async () => {
  // The idle timeout counts from the last byte of a request, and twice while responses wait to be read, so this server has a shorter one.
  const [shortIdle, at] = await listen({ ...shortLimits, idleTimeoutMs: 600, maxPipelined: 2_000 });
  const { socket, closed } = await openConnection(at, "");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000));
  await until(
    "the server to close the connection",
    async () => (await countConnections(shortIdle)) === 0,
    25_000,
  );
  // The client notices the closed connection only when it reads.
  socket.resume();
  await closed;
});

it("rejects a connection above the maximum and accepts one again after others have closed", async () => {
  const drop = once(server, "drop");
  const idle = await Promise.all(Array.from({ length: 40 }, () => openConnection(port, "")));
  expect(await converse(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toBe("");
  await drop;
  await Promise.all(idle.map(({ closed }) => closed));
  expect((await sendLead()).status).toBe(200);
});

function countConnections(target: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    target.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}
