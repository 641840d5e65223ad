import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { IntegrationDeliveriesTable } from "#app/data/schema/integrations.ts";
import { maxDestinations } from "#app/integrations/destinations/limits.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { integrationKeys, listQueued, storeWebhook } from "#tests/kit/integrations.ts";
import { until } from "#tests/kit/running-server.ts";
import { existingPerson } from "#app/integrations/destinations/event-types.ts";
import { claimDeliveries, claimSeconds, releaseLeftClaims } from "./claim-deliveries.server.ts";
import { type DeliveryWorker, type Sender, startDeliveryWorker } from "./delivery-worker.server.ts";
import { maxAttempts } from "./retry-delay.ts";
import type { SendResult } from "./send-result.ts";

const { db, pool } = testDatabase();
const workers: DeliveryWorker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

/** Starts a worker whose deliveries have these results, and records what it was given. */
function startWorker(send: Sender, log: Log = silentLog): DeliveryWorker {
  const senders = { webhook: send, wealthbox: send };
  const worker = startDeliveryWorker({
    db,
    log,
    keys: integrationKeys,
    senders,
    shutdownTimeoutMs: 50,
  });
  workers.push(worker);
  return worker;
}

const returning =
  (result: SendResult): Sender =>
  () =>
    Promise.resolve(result);

async function queue(
  destinationId: string,
  changes: Partial<Insertable<IntegrationDeliveriesTable>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto("integrationDeliveries")
    .values({ destinationId, event: "person.created", data: {}, ...changes })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const stateOf = async (id: string) =>
  db.selectFrom("integrationDeliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const isSettled = (id: string) => async () => (await stateOf(id)).settledAt !== null;
const destinationState = async (id: string) =>
  db
    .selectFrom("integrationDestinations")
    .select(["state", "stopReason", "notBefore"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
/** Whether the first attempt has ended. */
const isAttempted = (id: string) => async () => {
  const { state, problem } = await stateOf(id);
  return state === "waiting" && problem !== null;
};

describe("a delivery", () => {
  test("is sent once with its data and the secrets of its destination", async () => {
    const given: unknown[] = [];
    const id = await queue(await storeWebhook(db), { data: { personId: "1" } });
    startWorker((delivery, { secrets }) => {
      given.push({ id: delivery.id, event: delivery.event, data: delivery.data, secrets: secrets.length });
      return Promise.resolve({ kind: "delivered", code: 204 });
    });
    await until("the delivery", isSettled(id));
    expect(given).toEqual([{ id, event: "person.created", data: { personId: "1" }, secrets: 1 }]);
    expect(await stateOf(id)).toMatchObject({
      state: "delivered",
      attempts: 1,
      responseCode: 204,
      problem: null,
    });
  });

  test("that is deferred waits for its next attempt, which comes later each time", async () => {
    const id = await queue(await storeWebhook(db));
    startWorker(returning({ kind: "deferred", problem: "Down.", code: 500 }));
    await until("the attempt", isAttempted(id));
    const { attempts, responseCode, nextTryAt } = await stateOf(id);
    expect({ attempts, responseCode }).toEqual({ attempts: 1, responseCode: 500 });
    expect(nextTryAt.getTime()).toBeGreaterThan(Date.now());
  });

  test("fails immediately if another attempt cannot succeed", async () => {
    const id = await queue(await storeWebhook(db));
    startWorker(returning({ kind: "rejected", problem: "Refused.", code: 422 }));
    await until("the failure", isSettled(id));
    expect(await stateOf(id)).toMatchObject({ state: "failed", attempts: 1, problem: "Refused." });
  });

  test("fails after the last attempt", async () => {
    const destination = await storeWebhook(db);
    const last = await queue(destination, { attempts: maxAttempts - 1 });
    startWorker(returning({ kind: "deferred", problem: "Down." }));
    await until("the failure", isSettled(last));
    expect(await stateOf(last)).toMatchObject({ state: "failed", problem: "Down." });
  });

  test("that crashes is deferred", async () => {
    const id = await queue(await storeWebhook(db));
    startWorker(() => Promise.reject(new Error("broken")));
    await until("the attempt", isAttempted(id));
    expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 1 });
  });

  test("whose person is erased meanwhile is gone, and stops nothing", async () => {
    const destination = await storeWebhook(db);
    const id = await queue(destination);
    startWorker(async () => {
      await db.deleteFrom("integrationDeliveries").where("id", "=", id).execute();
      return { kind: "delivered" };
    });
    await until("the deletion", async () => (await listQueued(db)).length === 0);
    const next = await queue(destination);
    await until("the next delivery to be gone or sent", async () => {
      const found = await listQueued(db);
      return found.length === 0 || found.some((row) => row.state !== "waiting");
    });
    expect(next).not.toBe(id);
  });

  test("whose result the database rejects is sent again when its claim expires, and fails after the last attempt", async () => {
    await pool.query(`
      create function tests.reject_delivered() returns trigger language plpgsql as $$
        begin raise exception 'rejected' using errcode = 'check_violation'; end $$;
      create trigger reject_delivered before update on integration_deliveries for each row when (new.state = 'delivered')
        execute function tests.reject_delivered()`);
    const expire = () =>
      pool.query("update integration_deliveries set claimed_until = now() - interval '1 second'");
    try {
      const id = await queue(await storeWebhook(db), { attempts: maxAttempts - 2 });
      const log = { ...silentLog, error: vi.fn<Log["error"]>() };
      for (const attempts of [maxAttempts - 1, maxAttempts]) {
        log.error.mockClear();
        const worker = startWorker(returning({ kind: "delivered" }), log);
        await until("the rejection", () => log.error.mock.calls.length > 0);
        expect(log.error.mock.calls).toMatchObject([["integrations.result_rejected", { deliveryId: id }]]);
        await worker.stop();
        expect(await stateOf(id)).toMatchObject({ state: "sending", attempts });
        await expire();
      }
      startWorker(returning({ kind: "delivered" }), log);
      await until("the failure", isSettled(id));
      expect(await stateOf(id)).toMatchObject({ state: "failed", attempts: maxAttempts });
      await until("the log", () => log.error.mock.calls.length === 2);
      expect(log.error.mock.calls[1]).toMatchObject(["integrations.delivery_failed", { deliveryId: id }]);
    } finally {
      await pool.query("drop function tests.reject_delivered cascade");
    }
  });

  test.each(["paused", "stopped"] as const)("to a %s destination waits", async (state) => {
    const waiting = await queue(
      await storeWebhook(db, { state, stopReason: state === "stopped" ? "gone" : null }),
    );
    const sent = await queue(await storeWebhook(db));
    startWorker(returning({ kind: "delivered" }));
    await until("the other delivery", isSettled(sent));
    expect(await stateOf(waiting)).toMatchObject({ state: "waiting", attempts: 0 });
  });

  test("whose secret cannot be decrypted is deferred and says so", async () => {
    const destination = await storeWebhook(db);
    await db.updateTable("integrationDestinations").set({ sealedSecret: "broken" }).execute();
    const id = await queue(destination);
    startWorker(returning({ kind: "delivered" }));
    await until("the attempt", isAttempted(id));
    expect((await stateOf(id)).problem).toMatch(/cannot be decrypted/);
  });
});

describe("a destination", () => {
  test("that stops receives nothing more, and what waits is kept", async () => {
    const destination = await storeWebhook(db);
    const id = await queue(destination);
    startWorker(returning({ kind: "stopped", reason: "gone", problem: "Gone.", code: 410 }));
    await until("the stop", async () => (await destinationState(destination)).state === "stopped");
    await until("the result", isAttempted(id));
    expect(await destinationState(destination)).toMatchObject({ stopReason: "gone" });
    expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0, responseCode: 410 });
  });

  test("whose settings changed during an attempt is not stopped by its result", async () => {
    const destination = await storeWebhook(db);
    const id = await queue(destination);
    startWorker(async () => {
      await sql`update integration_destinations set revision = revision + 1`.execute(db);
      return { kind: "stopped", reason: "gone", problem: "Gone.", code: 410 };
    });
    await until("the result", isAttempted(id));
    expect(await destinationState(destination)).toMatchObject({ state: "active", stopReason: null });
  });

  test("that is busy delays all its deliveries, and the attempt does not count", async () => {
    const destination = await storeWebhook(db);
    const id = await queue(destination);
    const throttled = { kind: "throttled", problem: "Busy.", code: 429, retryAfterSeconds: 120 } as const;
    startWorker(returning(throttled));
    await until("the result", isAttempted(id));
    await queue(destination);
    expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0, responseCode: 429 });
    expect(await claimDeliveries(db)).toEqual([]);
    await sql`update integration_destinations set not_before = now()`.execute(db);
    expect(await claimDeliveries(db)).toHaveLength(2);
  });

  test("that is slow does not delay the others, even if all others are slow as well", async () => {
    const slow: string[] = [];
    while (slow.length < maxDestinations - 1) slow.push(await storeWebhook(db));
    for (const id of slow) for (let count = 0; count < 5; count += 1) await queue(id);
    const other = await queue(await storeWebhook(db));
    startWorker((_, { id }, signal) =>
      slow.includes(id)
        ? new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve({ kind: "interrupted" }));
          })
        : Promise.resolve({ kind: "delivered" }),
    );
    await until("the delivery to the other destination", isSettled(other));
    const sending = (await listQueued(db)).filter(({ state }) => state === "sending");
    expect(sending).toHaveLength(3 * slow.length);
  });
});

describe("several processes", () => {
  test("claim each delivery once, and together not more than a destination may have", async () => {
    const webhook = await storeWebhook(db);
    const wealthbox = await storeWebhook(db, { kind: "wealthbox", url: null, settings: {} });
    for (let count = 0; count < 5; count += 1) {
      await queue(webhook);
      await queue(wealthbox);
    }
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDeliveries(db)));
    const claimed = claims.flat();
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
    const perDestination = (id: string) => claimed.filter(({ destinationId }) => destinationId === id).length;
    expect([perDestination(webhook), perDestination(wealthbox)]).toEqual([3, 1]);
    expect(await claimDeliveries(db)).toEqual([]);
  });

  test("take over the deliveries of one that was killed, but not of one that is running", async () => {
    const destination = await storeWebhook(db);
    const claim = { state: "sending" as const, attempts: 1 };
    const now = Date.now();
    const killed = await queue(destination, {
      ...claim,
      claim: randomUUID(),
      claimedUntil: new Date(now - 1_000),
    });
    const running = await queue(destination, {
      ...claim,
      claim: randomUUID(),
      claimedUntil: new Date(now + claimSeconds * 1_000),
    });
    expect(await releaseLeftClaims(db)).toMatchObject([{ id: killed, attempts: 1, state: "waiting" }]);
    expect(await stateOf(killed)).toMatchObject({ state: "waiting", attempts: 1, claim: null });
    expect(await stateOf(running)).toMatchObject({ state: "sending" });
  });

  test("retry soon what a corrected clock has scheduled far ahead", async () => {
    const id = await queue(await storeWebhook(db), { nextTryAt: new Date(Date.now() + 40 * 86_400_000) });
    await releaseLeftClaims(db);
    expect((await claimDeliveries(db)).map((delivery) => delivery.id)).toEqual([id]);
  });

  test("leave the first attempts for existing people staggered, however far ahead", async () => {
    const existing = { event: existingPerson, nextTryAt: new Date(Date.now() + 86_400_000) };
    const destination = await storeWebhook(db);
    await queue(destination, existing);
    const failed = await queue(destination, { ...existing, attempts: 1 });
    await releaseLeftClaims(db);
    expect((await claimDeliveries(db)).map((delivery) => delivery.id)).toEqual([failed]);
  });
});

test("a worker that stops cancels what is in flight and leaves it to others, without counting the attempt", async () => {
  const id = await queue(await storeWebhook(db));
  const worker = startWorker(
    (_, __, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "interrupted" }));
      }),
  );
  await until("the delivery to begin", async () => (await stateOf(id)).state === "sending");
  await worker.stop();
  expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0, claim: null });
});
