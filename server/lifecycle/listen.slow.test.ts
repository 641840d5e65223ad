import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answerWhileStarting, createHttpServer, logRejectedConnections, stopServer } from "./listen.ts";

afterEach(() => vi.useRealTimers());

it("rejected connections are counted and logged once per minute", () => {
  vi.useFakeTimers();
  const logged: unknown[] = [];
  const quiet = () => {};
  const server = createServer();
  logRejectedConnections(server, {
    debug: quiet,
    info: quiet,
    warn: (event, fields) => logged.push([event, fields]),
    error: quiet,
  });
  vi.advanceTimersByTime(120_000);
  expect(logged).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) server.emit("drop");
  expect(logged).toEqual([]);
  vi.advanceTimersByTime(60_000);
  server.emit("drop");
  vi.advanceTimersByTime(60_000);
  expect(logged).toEqual([
    ["server.connections_rejected", { count: 3 }],
    ["server.connections_rejected", { count: 1 }],
  ]);
});

describe("pipelined requests", () => {
  const requests = (first: number, count: number): string =>
    Array.from({ length: count }, (_, at) => `GET /${first + at} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(
      "",
    );

  async function aConversation() {
    const handled: string[] = [];
    const waiting: ServerResponse[] = [];
    const server = createHttpServer(({ url }, response) => {
      handled.push(url ?? "");
      waiting.push(response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1"); // listening on a port, so neither a path nor null
    onTestFinished(() => void socket.destroy());
    const received: string[] = [];
    socket.on("data", (data) => received.push(String(data)));
    const responses = () => received.join("").split("HTTP/1.1 200").length - 1;
    return { handled, waiting, socket, responses, text: () => received.join("") };
  }

  it("beyond the limit close the connection without reaching a handler", async () => {
    const { handled, socket } = await aConversation();
    const closed = once(socket, "close");
    socket.write(requests(1, 60));
    await closed;
    expect(handled).toEqual(["/1", "/2", "/3", "/4"]);
  });

  it("by the hundred thousand close the connection", async () => {
    const { handled, socket } = await aConversation();
    // The server closes the connection while the client is still writing, so an error is expected.
    const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
    socket.write(requests(1, 100_000));
    await closed;
    expect(handled).toEqual(["/1", "/2", "/3", "/4"]);
  });

  it("do not include requests that are sent one after the other @long", async () => {
    const { handled, waiting, socket, responses, text } = await aConversation();
    for (let at = 1; at <= 20; at += 1) {
      socket.write(requests(at, 1));
      await vi.waitUntil(() => handled.length === at);
      waiting.at(-1)?.end("one");
      await vi.waitUntil(() => responses() === at);
    }
    expect(text()).not.toContain("Connection: close");
  });
});

describe("a request that arrives before the server is ready", () => {
  async function startStarting(timeoutMs?: number) {
    const started = Promise.withResolvers<RequestListener>();
    const server = createServer(answerWhileStarting(started.promise, timeoutMs));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
    return { url: `http://127.0.0.1:${port}`, started };
  }

  it("is answered with 503 if it only reads", async () => {
    const { url } = await startStarting();
    const response = await fetch(url);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is answered with 200 if it only asks whether the process runs", async () => {
    const { url } = await startStarting();
    const response = await fetch(`${url}/healthz`);
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  });

  it("waits for the server if it sends a form", async () => {
    const { url, started } = await startStarting();
    const response = fetch(url, { method: "POST", body: "name=Ada" });
    started.resolve((request, answer) => request.pipe(answer));
    expect(await (await response).text()).toBe("name=Ada");
  });

  it("is answered with 503 if the server does not become ready", async () => {
    const { url } = await startStarting(1);
    expect((await fetch(url, { method: "POST", body: "name=Ada" })).status).toBe(503);
  });
});

it("a server that stops answers requests whose connection waits in the system's queue", async () => {
  const folder = mkdtempSync(join(tmpdir(), "practice-listen-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sent = join(folder, "sent");
  const server = createServer((_request, response) => response.end("answered"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
  const client = `
    const socket = require("node:net").connect(${port}, "127.0.0.1");
    socket.on("error", ({ code }) => process.stdout.write(code));
    socket.pipe(process.stdout);
    socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n", () => require("node:fs").writeFileSync(process.argv[1], ""));`;
  const { stdout } = spawn(process.execPath, ["-e", client, sent], { stdio: ["ignore", "pipe", "inherit"] });
  // Blocks the event loop until the request is in the queue.
  const deadline = Date.now() + 20_000;
  while (!existsSync(sent) && Date.now() < deadline) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  await stopServer(server, 1_000);
  expect(await readText(stdout)).toContain("answered");
});
