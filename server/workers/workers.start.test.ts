import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isRunning, postgresPid, startServer } from "#tests/kit/running-server.ts";
import { submit } from "#tests/kit/submission-burst.ts";
import { listWorkers, readByWorker, untilReady, workerSettings } from "#tests/kit/worker-processes.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-workers-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("with WORKERS=2, two processes answer on one port, and each knows the forms that the other has stored @long", async () => {
  const server = await startServer({ dataDir, env: workerSettings(2) });
  await untilReady(server, 2);
  const [workers, database] = [listWorkers(server), postgresPid(dataDir) ?? 0];
  expect(workers).toHaveLength(2);

  // The same form again, until both processes have received it.
  const tag = randomUUID();
  const ids = new Set<string | undefined>();
  for (let count = 0; count < 6; count += 1) {
    // A new connection can lead to the other process.
    ids.add(await submit(server.url, tag, { connection: "close" }));
  }
  const requests = await readByWorker(server, "practice_http_requests_total");
  expect([...requests.keys()].toSorted()).toEqual(["1", "2"]);
  expect([...requests.values()].reduce((sum, value) => sum + value, 0)).toBeGreaterThanOrEqual(6);
  expect(Math.min(...requests.values())).toBeGreaterThan(0);
  expect(ids.size).toBe(1);
  expect([...ids][0]).toBeDefined();

  await server.stop();
  expect(server.child.exitCode).toBe(0);
  expect([...workers, database].filter(isRunning)).toEqual([]);
});
