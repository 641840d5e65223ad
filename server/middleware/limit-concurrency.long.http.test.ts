import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import { concurrentNetworkLimits, concurrentRequestLimits } from "#app/platform/limits.ts";
import { publicResponses, staffResponses } from "#tests/access/expected-answers.ts";
import { readEndpoints } from "#tests/access/read-endpoints.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

/** Answered without the database, from memory or with a redirect. Visits have limits of their own (`request-limit.server.ts`). */
const withoutDatabase = new Set([
  "POST /functions/v1/tracking-events",
  "POST /functions/v1/visitors",
  "GET /.well-known/security.txt",
  "GET /auth",
  "GET /healthz",
  "GET /readyz",
]);

/** Whether anyone gets the same response, which the server has in memory. */
const isShared = (path: string): boolean => site.pages().getDelivery(path).shared;

/** The endpoints and pages of the access table, which has a row for each. */
const endpoints = [...readEndpoints(publicResponses), ...readEndpoints(staffResponses)].filter(
  ({ method, path }) => method === "GET" || method === "POST" || !path.includes("."),
);

async function ask(method: string, path: string, address: string, cookie?: string): Promise<number> {
  const headers = { origin: testSiteUrl, ...(cookie !== undefined && { cookie }) };
  return (await site.request(path, { method, headers }, address)).status;
}

/** Occupies every position of an address until the work has ended, by locking the table that each of its requests reads. */
async function whileFull(address: string, work: () => Promise<void>): Promise<void> {
  const { maxConcurrent, lanes } = concurrentRequestLimits;
  let occupied: Promise<number>[] = [];
  await site.db.transaction().execute(async (trx) => {
    await sql`lock table letters in access exclusive mode`.execute(trx);
    const occupy = (method: string, count: number) =>
      Array.from({ length: count }, () => ask(method, unsubscribe, address));
    occupied = [
      ...occupy("POST", maxConcurrent + lanes.write.maxWaiting),
      ...Array.from({ length: lanes.read.maxWaiting }, () => ask("GET", "/letters/preferences/x", address)),
    ];
    await work();
  });
  expect(new Set(await Promise.all(occupied))).toEqual(new Set([404]));
}

const unsubscribe = "/functions/v1/letters/unsubscribe/0d4b7f0e-5b0c-4b7e-9d5f-2f3f6c1f6a11";

describe("while all positions of a network address are occupied", () => {
  test("every endpoint that uses the database answers 503 to it", { timeout: 60_000 }, async () => {
    expect(endpoints.length).toBeGreaterThan(60);
    const address = newAddress();
    const outside: string[] = [];
    await whileFull(address, async () => {
      await Promise.all(
        endpoints.map(async ({ method, path }) => {
          const status = await ask(method, path, address);
          if (status !== 503) outside.push(`${method} ${path}`);
        }),
      );
    });
    const unexpected = outside.filter((endpoint) => {
      const [method, path = ""] = endpoint.split(" ");
      return !withoutDatabase.has(endpoint) && !(method === "GET" && isShared(path));
    });
    expect(unexpected.toSorted()).toEqual([]);
  });

  test("other addresses and staff at the same address are served", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", assurance: "aal2" });
    const address = newAddress();
    await whileFull(address, async () => {
      expect(await ask("GET", "/api/session", newAddress())).toBe(401);
      expect(await ask("GET", "/api/session", address, cookie)).toBe(200);
    });
  });
});

test("the networks of one IPv6 /48 together leave database connections to other visitors", async () => {
  const { maxConcurrent, lanes } = concurrentNetworkLimits;
  const requests = maxConcurrent + lanes.write.maxWaiting + 8;
  const from = (at: number) => `2001:db8:77:${at.toString(16)}::1`;
  const answers: Promise<number>[] = [];
  await site.db.transaction().execute(async (trx) => {
    await sql`lock table letters in access exclusive mode`.execute(trx);
    for (let at = 0; at < requests; at += 1) answers.push(ask("POST", unsubscribe, from(at)));
    await expect.poll(() => countLockWaits(trx)).toBe(maxConcurrent);
    expect(await ask("GET", "/api/session", newAddress())).toBe(401);
    expect(await countLockWaits(trx)).toBe(maxConcurrent);
    // Those beyond the queue are rejected while the others wait.
    expect(await Promise.race(answers)).toBe(503);
  });
  const statuses = await Promise.all(answers);
  expect(statuses.filter((status) => status === 503)).toHaveLength(8);
  expect(statuses.filter((status) => status === 404)).toHaveLength(requests - 8);
});

async function countLockWaits(trx: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks where not granted and relation = 'letters'::regclass`.execute(
    trx,
  );
  return rows[0]?.waiting ?? 0;
}

test("forty colleagues behind one address who open links at the same time are all served", async () => {
  const address = newAddress();
  const answers = Array.from({ length: 40 }, () => ask("GET", "/letters/preferences/x", address));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([404]));
});
