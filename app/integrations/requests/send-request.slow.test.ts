import { describe, expect, test } from "vitest";
import { testReceivers } from "#tests/kit/integrations.ts";
import { createRequestSender, parseRetryAfter, type RequestOutcome } from "./send-request.server.ts";

const startReceiver = testReceivers();
const running = new AbortController().signal;

const onlyPublic = createRequestSender({ allowsLoopback: false, allowsPrivateHosts: false });
const loopback = { allowsLoopback: true, allowsPrivateHosts: false };
const withLoopback = createRequestSender(loopback);
const withShortTimeout = createRequestSender({ ...loopback, timeoutMs: 300 });

const post = (send: typeof onlyPublic, url: string, signal = running): Promise<RequestOutcome> =>
  send({ method: "POST", url, headers: { "content-type": "text/plain" }, body: "Hello" }, signal);

describe("a request to an address inside a network", () => {
  test.each([
    ["this machine", "http://127.0.0.1/"],
    ["this machine by name, which is resolved", "http://localhost/"],
    ["this machine in another notation", "http://2130706433/"],
    ["this machine by IPv6", "http://[::1]/"],
    ["this machine as a mapped address", "http://[::ffff:127.0.0.1]/"],
    ["this machine through a translated address", "http://[64:ff9b::7f00:1]/"],
    ["no particular address", "http://0.0.0.0/"],
    ["a private network", "https://10.1.2.3/"],
    ["another private network", "https://192.168.1.1/"],
    ["a third private network", "https://172.16.5.4/"],
    ["a carrier's network", "https://100.64.0.1/"],
    ["a private IPv6 network", "https://[fd00::1]/"],
    ["a link-local address", "https://[fe80::1]/"],
    ["the metadata service of a cloud", "http://169.254.169.254/latest/meta-data/"],
    ["the metadata service by IPv6", "http://[fd00:ec2::254]/"],
    ["a multicast address", "https://224.0.0.1/"],
  ])("is refused for %s", async (_, url) => {
    expect(await post(onlyPublic, url)).toEqual({ ok: false, problem: "private-address" });
  });

  test("does not reach the server", async () => {
    const { url, received } = await startReceiver((_, response) => response.end());
    await post(onlyPublic, url);
    expect(received).toEqual([]);
  });

  test("is sent in development to this machine only", async () => {
    const { url, received } = await startReceiver((_, response) => response.end("Hi"));
    expect(await post(withLoopback, url)).toMatchObject({ ok: true, status: 200, body: "Hi" });
    expect(received).toMatchObject([{ method: "POST", body: "Hello" }]);
    expect(await post(withLoopback, "http://192.168.1.1/")).toMatchObject({ problem: "private-address" });
  });

  test("is sent if the setting permits private hosts", async () => {
    const { url } = await startReceiver((_, response) => response.end());
    const send = createRequestSender({ allowsLoopback: false, allowsPrivateHosts: true });
    expect(await post(send, url)).toMatchObject({ ok: true, status: 200 });
  });
});

test("a response that is longer than the limit of its request is cut off", async () => {
  const { url } = await startReceiver((_, response) => response.end("x".repeat(100)));
  const request = { method: "POST", url, headers: {}, maxResponseBytes: 99 } as const;
  expect(await withLoopback(request, running)).toMatchObject({ ok: true, status: 200, isComplete: false });
});

test("a flood of interim responses ends the request", async () => {
  const { url } = await startReceiver((_, response) => {
    for (let count = 0; count < 100; count += 1) response.writeEarlyHints({ link: "</x>; rel=preload" });
    response.end("late");
  });
  expect(await post(withLoopback, url)).toEqual({ ok: false, problem: "unreachable" });
});

test("a redirect is not followed", async () => {
  const inside = await startReceiver((_, response) => response.end("secret"));
  const { url } = await startReceiver((_, response) =>
    response.writeHead(302, { location: inside.url }).end(),
  );
  expect(await post(withLoopback, url)).toMatchObject({ ok: true, status: 302, body: "" });
  expect(inside.received).toEqual([]);
});

describe("a response", () => {
  test("that does not come is a timeout", async () => {
    const { url } = await startReceiver(() => undefined);
    expect(await post(withShortTimeout, url)).toEqual({ ok: false, problem: "timeout" });
  });

  test("whose body does not end has its status", async () => {
    const { url } = await startReceiver((_, response) => response.writeHead(200).write("begun"));
    const outcome = await post(withShortTimeout, url);
    expect(outcome).toMatchObject({ status: 200, body: "begun", isComplete: false });
  });

  test("that is too long is cut off", async () => {
    const { url } = await startReceiver((_, response) => response.end("x".repeat(1_500_000)));
    const outcome = await post(withLoopback, url);
    expect(outcome).toMatchObject({ ok: true, status: 200, isComplete: false });
    expect(outcome.ok && outcome.body.length).toBeLessThanOrEqual(1_000_000);
  });

  test("is not awaited when the program stops", async () => {
    const stopping = new AbortController();
    const { url } = await startReceiver(() => stopping.abort());
    expect(await post(withLoopback, url, stopping.signal)).toEqual({ ok: false, problem: "stopped" });
  });

  test("that changes the protocol is reported", async () => {
    const { url } = await startReceiver((_, response) => {
      response.socket?.write(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
      );
    });
    expect(await post(withLoopback, url)).toEqual({ ok: false, problem: "unreachable" });
  });

  test("that cannot be received is reported", async () => {
    const { url } = await startReceiver((_, response) => response.destroy());
    expect(await post(withLoopback, url)).toEqual({ ok: false, problem: "unreachable" });
  });
});

test.each([
  ["120", 120],
  ["0", 1],
  ["9999999", 86_400],
  ["Sat, 21 Nov 2026 12:01:00 GMT", 60],
  ["Sat, 21 Nov 2026 11:00:00 GMT", 1],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After %s is %s seconds", (value, seconds) => {
  expect(parseRetryAfter(value, new Date("2026-11-21T12:00:00Z"))).toBe(seconds);
});
