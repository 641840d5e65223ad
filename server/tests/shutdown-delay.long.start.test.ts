import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer, until } from "#tests/kit/running-server.ts";

test("with SHUTDOWN_DELAY, a server that was told to stop still serves pages while /readyz answers 503", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "practice-start-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, env: { SHUTDOWN_DELAY: "3" } });
  const routing = async () => (await fetch(`${server.url}/readyz?exclude=database`)).status;
  expect(await routing()).toBe(200);
  const stopped = server.stop();
  await until("503 of /readyz", async () => (await fetch(`${server.url}/readyz`)).status === 503);
  expect(await routing()).toBe(503);
  expect((await fetch(server.url)).status).toBe(200);
  await stopped;
  expect(server.child.exitCode).toBe(0);
});
