import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { rounds } from "#tests/kit/rounds.ts";
import { isRunning, postgresPid, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { withDatabase } from "#tests/kit/stopped-database.ts";
import {
  emailsPerAssessment,
  minAcknowledged,
  startBurst,
  storedIds,
  submit,
} from "#tests/kit/submission-burst.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("with the embedded database", () => {
  const dataDir = join(folder, "embedded");
  const readStored = () =>
    withDatabase(dataDir, async (_, config) => ({
      ids: await storedIds(config),
      emails: await emailsPerAssessment(config),
    }));
  const allAcknowledged: string[] = [];

  it("kill -9 of the server alone loses nothing and leaves no orphan @long", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const database = postgresPid(dataDir);
      const { acknowledged, end } = await startBurst([server.url]);
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
      expect(database).toBeDefined();
      await until(
        "the database to end with its server",
        () => database !== undefined && !isRunning(database),
      );
    }
    const { ids } = await readStored();
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("kill -9 of server and database together loses nothing", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const database = postgresPid(dataDir);
      const { acknowledged, end } = await startBurst([server.url]);
      if (database !== undefined) process.kill(database, "SIGKILL");
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
    }
    const { ids, emails } = await readStored();
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // Every stored assessment, acknowledged or not, has its two emails: to the firm and to its sender.
    expect(new Set(emails)).toEqual(new Set([2]));
  });

  it("kill -9 of the database alone causes 503 responses until the server has restarted it", async () => {
    const server = await startServer({ dataDir });
    try {
      const database = postgresPid(dataDir);
      expect(await submit(server.url, randomUUID())).toBeDefined();
      if (database !== undefined) process.kill(database, "SIGKILL");
      const meanwhile = await fetch(`${server.url}/functions/v1/pre-loi-assessment`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(anAssessment({ name: "Meanwhile", email: "meanwhile@example.com" })),
      });
      expect([200, 503]).toContain(meanwhile.status);
      if (meanwhile.status === 503) {
        expect(await meanwhile.json()).toMatchObject({ error: { kind: "unavailable" } });
      }
      await until(
        "the server to accept forms again",
        async () => (await submit(server.url, randomUUID())) !== undefined,
      );
      // On a busy machine, the check of the database can still be the one from before.
      await until("the server to be ready again", async () => (await fetch(`${server.url}/readyz`)).ok);
      // Text pages do not need the database.
      expect((await fetch(server.url)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it("a requested stop finishes in-flight requests", async () => {
    const server = await startServer({ dataDir });
    const { acknowledged, end } = await startBurst([server.url]);
    await server.stop();
    await end();
    const { ids } = await readStored();
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(server.child.exitCode).toBe(0);
  });
});

describe("with DATABASE_URL", () => {
  it("kill -9 of the server, and of server and database, loses nothing @long", async () => {
    const served = await servePostgres(join(folder, "served"));
    const { url, env } = served;
    const config = { connectionString: url };
    const allAcknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir: join(folder, "unused"), env });
      const { acknowledged, end } = await startBurst([server.url]);
      const main = served.pid();
      // Every second round also kills the database, which its supervisor restarts.
      if (round % 2 === 1 && main !== undefined) process.kill(main, "SIGKILL");
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
      await until("the database to answer", () =>
        storedIds(config).then(
          () => true,
          () => false,
        ),
      );
    }
    const ids = await storedIds(config);
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await served.stop();
  });
});
