import { type Insertable, type Kysely, sql } from "kysely";
import { afterEach, beforeEach } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import type { IntegrationDestinationsTable } from "#app/data/schema/integrations.ts";
import {
  type DeliveryWorker,
  startDeliveryWorker,
} from "#app/integrations/deliveries/delivery-worker.server.ts";
import { createRequestSender } from "#app/integrations/requests/send-request.server.ts";
import { createWealthboxSender } from "#app/integrations/wealthbox/send-to-wealthbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import {
  integrationKeys,
  listQueued,
  type ReceivedRequest,
  storeWealthbox,
  testReceivers,
} from "./integrations.ts";
import { personTime } from "./person-data.ts";
import { until } from "./running-server.ts";
import { createFakeWealthbox, type FakeWealthbox, type Fault } from "./wealthbox-server.ts";

export const wealthboxToken = "a-token";

/** A worker that delivers to a fake Wealthbox. Call it at the top of a test file. */
export function testWealthboxDelivery(db: Kysely<Database>) {
  const startReceiver = testReceivers();
  let fake: FakeWealthbox | undefined;
  let received: ReceivedRequest[] = [];
  let url = "";
  let worker: DeliveryWorker | undefined;

  beforeEach(async () => {
    const created = createFakeWealthbox({ token: wealthboxToken });
    fake = created;
    ({ url, received } = await startReceiver(created.listener));
  });
  const stopWorker = async (): Promise<void> => {
    const running = worker;
    worker = undefined;
    await running?.stop();
  };
  afterEach(stopWorker);

  function startWorker(): void {
    const sendRequest = createRequestSender({
      allowsLoopback: true,
      allowsPrivateHosts: false,
      timeoutMs: 1_000,
    });
    const send = createWealthboxSender({
      db,
      clock: { now: () => personTime },
      siteUrl: "https://www.example.com",
      sendRequest,
      wealthboxUrl: url,
      intervalMs: 0,
    });
    const senders = { webhook: send, wealthbox: send };
    worker = startDeliveryWorker({
      db,
      log: silentLog,
      keys: integrationKeys,
      senders,
      shutdownTimeoutMs: 50,
    });
  }

  const requests = () => received.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);

  return {
    server: (): FakeWealthbox => {
      if (fake === undefined) throw new Error("The fake Wealthbox starts before each test.");
      return fake;
    },
    connect: (changes: Partial<Insertable<IntegrationDestinationsTable>> = {}) =>
      storeWealthbox(db, wealthboxToken, changes),
    /** Method and path of the received requests. */
    requests,
    writes: () => requests().filter((line) => !line.startsWith("GET")),
    forgetRequests: (): void => void received.splice(0),
    startWorker,
    stopWorker,
    /** Sends what is due, and waits until nothing is. Retries are due immediately, at most a few times. */
    async deliver(): Promise<void> {
      if (worker === undefined) startWorker();
      await until("the deliveries to end", async () => {
        await sql`update integration_deliveries set next_try_at = now() where state = 'waiting' and attempts < 4`.execute(
          db,
        );
        worker?.wake();
        const open = (await listQueued(db)).filter(({ state }) => state === "waiting" || state === "sending");
        return open.every(({ state, attempts }) => state === "waiting" && attempts >= 4);
      });
    },
    /** Sends once, and waits for the first results. */
    async attemptOnce(): Promise<void> {
      startWorker();
      await until("the first result", async () =>
        (await listQueued(db)).every(
          ({ state, problem }) => state !== "sending" && (state !== "waiting" || problem !== null),
        ),
      );
    },
    states: async () => (await listQueued(db)).map(({ state }) => state),
  };
}

/** Treats the next request with this method and path. */
export const onRequest =
  (line: string, treat: (...given: Parameters<Fault>) => void): Fault =>
  (request, response, answer) => {
    if (`${request.method} ${request.path.replace(/\?.*/, "")}` !== line) return false;
    treat(request, response, answer);
    return true;
  };
