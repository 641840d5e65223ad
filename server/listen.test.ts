import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpServer, logRejectedConnections } from "./listen.ts";

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

  it("do not include requests that are sent one after the other", async () => {
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
