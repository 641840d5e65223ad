import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { assessmentHead, converse, openConnection, statusIn } from "#tests/kit/raw-connection.ts";
import { until } from "#tests/kit/running-server.ts";
import { createPatientServer, type Patience } from "#server/listen.ts";

const site = testApp();
vi.setConfig({ testTimeout: 30_000 });

/** Half a minute is for people; a test has less of it, with room for a machine that stands still for a second. */
const little: Patience = {
  headersMs: 800,
  requestMs: 2_400,
  stillMs: 3_600,
  checkMs: 80,
  mostConnections: 40,
  maxPipelined: 4,
};
const listener = getRequestListener(site.fetch);

let [server, port] = [createServer(), 0];
/** The same program behind usual patience. */
let usualPort = 0;
const open: Server[] = [];
beforeEach(async () => {
  [server, port] = await listen(little);
  [, usualPort] = await listen();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(close));
});

async function listen(patience?: Patience): Promise<[Server, number]> {
  const listening = createPatientServer((request, response) => void listener(request, response), patience);
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

it("whoever stops half-way is sent away, and others are answered meanwhile", async () => {
  const before = site.logged.length;
  const silences = {
    "says nothing at all": "",
    "stops in the middle of a header": "GET / HTTP/1.1\r\nHost: local",
    "stops in the middle of a body": `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`,
    "stops in the middle of a chunk": `${assessmentHead}Transfer-Encoding: chunked\r\n\r\n40\r\n{"name":`,
    "stops in the middle of a form": `${formHead}Content-Length: 200\r\n\r\nname=Thomas`,
  };
  // All at once: each of them takes its time.
  const answers = Promise.all(
    Object.entries(silences).map(async ([what, words]) => [what, statusIn(await converse(port, words))]),
  );
  const lead = await sendLead(usualPort);
  expect(lead.status).toBe(200);
  expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
  // Ours or the one by Node, whichever is first.
  for (const [what, status] of await answers) expect([400, 408], String(what)).toContain(status);
  const loud = site.logged.slice(before).filter(({ level }) => level === "error" || level === "warn");
  expect(loud).toEqual([]);
});

it("headers have less time than a body", async () => {
  const body = await openConnection(port, `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`);
  const headers = await openConnection(port, "GET / HTTP/1.1\r\nHost: local");
  await headers.closed;
  expect(body.received()).toBe("");
  await body.closed;
});

it("whoever leaves in the middle of a body is logged as one who left, not as a fault", async () => {
  const { socket } = await openConnection(port, `${assessmentHead}Content-Length: 200\r\n\r\n{"name":`);
  await until("it to arrive", () => server.listening && socket.bytesWritten > 0);
  const before = site.logged.length;
  socket.resetAndDestroy();
  await until("it to be noticed", () => site.logged.length > before);
  expect(site.logged.slice(before)).toMatchObject([{ level: "info", event: "request broke off" }]);
});

it("whoever asks and does not read the answers loses the connection", async () => {
  // Long after the last word of a request, and twice as long while answers wait to be read: so this server waits less.
  const [impatient, at] = await listen({ ...little, stillMs: 600, maxPipelined: 2_000 });
  const { socket, closed } = await openConnection(at, "");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000));
  await until("the server to let go", async () => (await connectionsOf(impatient)) === 0, 25_000);
  // Only now does it read, and so hear that it was closed.
  socket.resume();
  await closed;
});

it("when all connections are taken the next is turned away, and there is room again once others have gone", async () => {
  const drop = once(server, "drop");
  const idle = await Promise.all(Array.from({ length: 40 }, () => openConnection(port, "")));
  expect(await converse(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toBe("");
  await drop;
  await Promise.all(idle.map(({ closed }) => closed));
  expect((await sendLead()).status).toBe(200);
});

function connectionsOf(of: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    of.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}
