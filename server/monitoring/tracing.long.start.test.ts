import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { freePort, startServer, until } from "#tests/kit/running-server.ts";

const parent = mkdtempSync(join(tmpdir(), "tracing-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

it("sends traces to the receiver in the settings, the last ones when the server stops", async () => {
  const received: { path: string; authorization: string; body: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const { url: path = "", headers } = request;
      received.push({ path, authorization: headers.authorization ?? "", body });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo; // listening on a port, so neither a path nor null
  const server = await startServer({
    dataDir: join(parent, "sent"),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-test",
    },
  });
  try {
    expect((await fetch(`${server.url}/api/session`)).status).toBe(401);
  } finally {
    await server.stop();
    receiver.close();
  }
  const [first] = received;
  expect(first).toMatchObject({ path: "/otlp/v1/traces", authorization: "Bearer of-the-test" });
  expect(received.map(({ body }) => body).join("")).toContain("GET /api/session");
});

it("works without its receiver, and logs that spans are dropped", async () => {
  const port = await freePort();
  const server = await startServer({
    dataDir: join(parent, "dropped"),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
  try {
    expect((await fetch(`${server.url}/api/session`)).status).toBe(401);
    await until("the warning", () => server.output().includes("tracing.export_failed"), 60_000);
    expect((await fetch(`${server.url}/api/session`)).status).toBe(401);
  } finally {
    await server.stop();
  }
  expect(server.output().match(/tracing\.export_failed/g)).toHaveLength(1);
  expect(server.child.exitCode).toBe(0);
});
