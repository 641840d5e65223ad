import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { isLong } from "#tests/kit/rounds.ts";
import { createHttpServer } from "#server/lifecycle/listen.ts";

const site = testApp({ metricsToken: "a-token-for-the-test", accessLogSample: 1 });

/** How many requests the pipeline received. */
let pipelined = 0;
const listener = getRequestListener((...given) => {
  pipelined += 1;
  return site.fetch(...given);
});
const server = createHttpServer((request, response) => {
  if (!site.answerFromMemory(request, response)) void listener(request, response);
});
let port = 0;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo); // listening on a port, so neither a path nor null
});
afterAll(() => void server.close());
beforeEach(() => {
  pipelined = 0;
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

async function send(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const request = sendRequest({ port, host: "127.0.0.1", path, method, headers, agent: false }).end();
  // The event has this one argument.
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const { date: _, ...others } = response.headers;
  return { status: response.statusCode, headers: others, body: await buffer(response) };
}

const encodings = ["br", "gzip", "identity"];

it("sends exactly what the pipeline sends, for every page and encoding", async () => {
  const paths = site.pages().sharedPaths();
  expect(paths.length).toBeGreaterThan(20);
  let fromMemory = 0;
  for (const [index, path] of paths.entries()) {
    // Each page in one of the encodings, because compressing all of them takes seconds. `npm run prove` requests every combination.
    const requested = encodings.filter((_, each) => isLong || each === index % encodings.length);
    for (const encoding of requested) {
      pipelined = 0;
      const headers = { "accept-encoding": encoding };
      const first = await send(path, headers);
      await send(path, headers);
      const again = await send(path, headers);
      if (first.headers["cache-control"]?.includes("private") === true) {
        expect([path, pipelined]).toEqual([path, 3]);
        continue;
      }
      expect(again).toEqual(first);
      expect(pipelined).toBeLessThan(2);
      fromMemory += 1;
    }
  }
  expect(fromMemory).toBeGreaterThan(isLong ? 60 : 20);
});

it("answers paths with any query, in the best encoding", async () => {
  await send("/about", { "accept-encoding": "gzip, br" });
  pipelined = 0;
  const { status, headers } = await send("/about?utm_source=x", { "accept-encoding": "gzip;q=0, br" });
  expect([status, headers["content-encoding"], pipelined]).toEqual([200, "br", 0]);
});

it.each([
  ["another method", () => send("/about", {}, "HEAD"), 200],
  ["a version that the client may have", () => send("/about", { "if-none-match": '"another"' }), 200],
  ["a form", () => send("/pre-loi-assessment"), 200],
  ["an unknown page", () => send("/unknown"), 404],
])("leaves to the pipeline: %s", async (_what, answer, status) => {
  await send("/about");
  pipelined = 0;
  expect([(await answer()).status, pipelined]).toEqual([status, 1]);
});

it("does not answer an invalid host", async () => {
  await send("/about");
  expect((await send("/about", { host: "a b" })).status).toBe(400);
});

it("renders a page again after an event has changed", async () => {
  const read = async () => (await send("/")).body.toString();
  await read();
  await site.db
    .insertInto("events")
    .values(anEvent({ title: "An event for this test" }))
    .execute();
  await site.refreshEvents();
  expect(await read()).toContain("An event for this test");
  pipelined = 0;
  expect(await read()).toContain("An event for this test");
  expect(pipelined).toBe(0);
});

async function readMetrics(): Promise<string> {
  return (await send("/metrics", { authorization: "Bearer a-token-for-the-test" })).body.toString();
}

it("is counted in the metrics and in the sample of the log", async () => {
  const readCount = async (): Promise<number> =>
    Number(
      /^practice_http_requests_total\{[^}]*route="memory"[^}]*\} (\d+)$/m.exec(await readMetrics())?.[1],
    );
  await send("/about");
  const before = await readCount();
  expect(before).toBeGreaterThan(0);
  site.logged.length = 0;
  await send("/about");
  expect(await readCount()).toBe(before + 1);
  expect(site.logged.filter(({ event }) => event === "request.sampled")).toMatchObject([
    { fields: { route: "memory", method: "GET", path: "/about", status: 200 } },
  ]);
});

it.each([
  ["a page from memory", "/about"],
  ["a page with a form, which the pipeline sends", "/pre-loi-assessment"],
])("counts one hit for %s", async (_what, path) => {
  const readHits = async (): Promise<number> =>
    Number(/^practice_page_lookups_total\{result="hit"\} (\d+)$/m.exec(await readMetrics())?.[1]);
  // A request that has to render the page again, for example because an event changed, is no hit.
  await vi.waitFor(async () => {
    await send(path);
    const before = await readHits();
    await send(path);
    expect(await readHits()).toBe(before + 1);
  });
});
