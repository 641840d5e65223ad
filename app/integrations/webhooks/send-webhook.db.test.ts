import type { Insertable } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import type { IntegrationDestinationsTable } from "#app/data/schema/integrations.ts";
import {
  type DeliveryWorker,
  startDeliveryWorker,
} from "#app/integrations/deliveries/delivery-worker.server.ts";
import { rotateSecret } from "#app/integrations/destinations/change-destination.server.ts";
import { createRequestSender } from "#app/integrations/requests/send-request.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import {
  integrationKeys,
  listQueued,
  type ReceivedRequest,
  storeWebhook,
  testReceivers,
  webhookSecret,
} from "#tests/kit/integrations.ts";
import { aPerson, followUp, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { createWebhookSender } from "./send-webhook.server.ts";

const { db } = testDatabase();
const startReceiver = testReceivers();
const workers: DeliveryWorker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
const ada = aPerson("ada");

function startWorker(): void {
  const sendRequest = createRequestSender({
    allowsLoopback: true,
    allowsPrivateHosts: false,
    timeoutMs: 500,
  });
  const webhook = createWebhookSender({ db, clock: systemClock, sendRequest });
  const senders = { webhook, wealthbox: webhook };
  workers.push(startDeliveryWorker({ db, log: silentLog, keys: integrationKeys, senders }));
}

/** Stores an assessment for a webhook, and waits for the first result. */
async function deliver(
  answer: Parameters<typeof startReceiver>[0],
  changes: Partial<Insertable<IntegrationDestinationsTable>> = {},
  prepare = (): Promise<void> => Promise.resolve(),
) {
  const { url, received } = await startReceiver(answer);
  const id = await storeWebhook(db, { url, events: ["assessment.submitted"], ...changes });
  await takeAssessment(db, ada);
  await prepare();
  startWorker();
  await until("the first result", async () =>
    (await listQueued(db)).every(({ state, problem }) => state === "delivered" || problem !== null),
  );
  const [delivery] = await listQueued(db);
  return { id, received, delivery };
}

const accept: Parameters<typeof startReceiver>[0] = (_, response) => response.writeHead(204).end();
const answering =
  (status: number, headers = {}): Parameters<typeof startReceiver>[0] =>
  (_, response) =>
    response.writeHead(status, headers).end();

/** Verifies the signature as a receiver does. @throws if it is not valid */
const verify = (secret: string, { body, headers }: ReceivedRequest): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe("a webhook", () => {
  test("gets a signed event in the format of Standard Webhooks", async () => {
    const { received, delivery } = await deliver(accept);
    expect(delivery).toMatchObject({ state: "delivered", responseCode: 204 });
    const [request] = received;
    if (request === undefined) throw new Error("Nothing was received.");
    const { occurredAt } = await db
      .selectFrom("integrationDeliveries")
      .select("occurredAt")
      .executeTakeFirstOrThrow();
    expect(request).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(verify(webhookSecret, request)).toEqual({
      type: "assessment.submitted",
      timestamp: occurredAt.toISOString(),
      data: delivery?.data,
    });
    expect(request.body).not.toContain(ada.email);
    expect(() => verify(`whsec_${Buffer.alloc(32, 8).toString("base64")}`, request)).toThrow(
      "No matching signature found",
    );
  });

  test("gets contact details only if its owner chose them", async () => {
    const { received } = await deliver(accept, { includesContact: true }, () => followUp(db, ada));
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      data: {
        contact: {
          name: ada.name,
          email: ada.email,
          phone: ada.phone,
          company: "ada Tools",
          nextStep: "Call ada",
          ownerEmail: null,
        },
      },
    });
  });

  test("gets the same id with every attempt", async () => {
    let status = 500;
    const { received } = await deliver((_, response) => response.writeHead(status).end());
    status = 200;
    await db
      .updateTable("integrationDeliveries")
      .set({ nextTryAt: new Date(0) })
      .execute();
    await until("the second attempt", async () => (await listQueued(db))[0]?.state === "delivered");
    const ids = received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
  });

  test("gets both signatures after a rotation, until the end of the overlap", async () => {
    const { id, received } = await deliver(accept);
    const by = { actor: { kind: "shell" }, clientAddress: "127.0.0.1" } as const;
    const rotated = await rotateSecret({ db, keys: integrationKeys, ...by }, { id, revision: 1 });
    if (!rotated.ok) throw new Error(rotated.reason);
    const replay = async () => {
      await db
        .updateTable("integrationDeliveries")
        .set({ state: "waiting", settledAt: null, nextTryAt: new Date(0) })
        .execute();
      await until("the delivery", async () => (await listQueued(db))[0]?.state === "delivered");
      const request = received.at(-1);
      if (request === undefined) throw new Error("Nothing was received.");
      return request;
    };
    const during = await replay();
    expect(during.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [webhookSecret, rotated.secret]) verify(secret, during);
    await db
      .updateTable("integrationDestinations")
      .set({ previousSecretUntil: new Date(0) })
      .execute();
    const after = await replay();
    verify(rotated.secret, after);
    expect(() => verify(webhookSecret, after)).toThrow("No matching signature found");
  });

  test.each([
    [301, "redirects"],
    [400, "rejected the event"],
    [404, "rejected the event"],
    [500, "failed"],
    [503, "busy"],
  ])("that responds with %d is retried", async (status, problem) => {
    const { delivery } = await deliver(answering(status, { location: "https://example.com" }));
    expect(delivery).toMatchObject({ state: "waiting", attempts: 1, responseCode: status });
    expect(delivery?.problem).toContain(problem);
  });

  test("that responds with 410 is stopped", async () => {
    const { id, delivery } = await deliver(answering(410));
    expect(delivery).toMatchObject({ state: "waiting", responseCode: 410 });
    expect(
      await db.selectFrom("integrationDestinations").select(["id", "state", "stopReason"]).execute(),
    ).toEqual([{ id, state: "stopped", stopReason: "gone" }]);
  });

  test("that responds with Retry-After gets no request for at most an hour", async () => {
    const { delivery } = await deliver(answering(429, { "retry-after": "86400" }));
    expect(delivery).toMatchObject({ state: "waiting", attempts: 0, responseCode: 429 });
    const { notBefore } = await db
      .selectFrom("integrationDestinations")
      .select("notBefore")
      .executeTakeFirstOrThrow();
    expect((notBefore?.getTime() ?? Infinity) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test("that does not respond, or has a private address, is retried", async () => {
    const { delivery } = await deliver(() => undefined);
    expect(delivery).toMatchObject({ state: "waiting", attempts: 1, responseCode: null });
    await db.updateTable("integrationDestinations").set({ url: "https://10.0.0.1/" }).execute();
    await db
      .updateTable("integrationDeliveries")
      .set({ nextTryAt: new Date(0) })
      .execute();
    await until("the second attempt", async () => (await listQueued(db))[0]?.attempts === 2);
    await until("its result", async () => (await listQueued(db))[0]?.state === "waiting");
    expect((await listQueued(db))[0]?.problem).toContain("private address");
  });
});
