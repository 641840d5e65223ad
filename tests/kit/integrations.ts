import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Insertable, Kysely } from "kysely";
import { afterEach } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import type { IntegrationDestinationsTable } from "#app/data/schema/integrations.ts";
import { eventTypes, wealthboxEvents } from "#app/integrations/destinations/event-types.ts";
import { createIntegrationKeys } from "#app/integrations/destinations/integration-keys.server.ts";
import { usualSettings } from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { testKeyRing } from "./test-settings.ts";

export const integrationKeys = createIntegrationKeys(testKeyRing);

/** A secret in the format of Standard Webhooks. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Stores a webhook for all events. @returns its id */
export async function storeWebhook(
  db: Kysely<Database>,
  changes: Partial<Insertable<IntegrationDestinationsTable>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto("integrationDestinations")
    .values({
      kind: "webhook",
      name: "A webhook",
      url: "https://hooks.example.com/leads",
      events: [...eventTypes],
      sealedSecret: "",
      createdBy: "ruth@example.com",
      settings: null,
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("integrationDestinations")
    .set({ sealedSecret: integrationKeys.seal(id, webhookSecret) })
    .where("id", "=", id)
    .execute();
  return id;
}

/** Stores a connection to Wealthbox with an access token. @returns its id */
export async function storeWealthbox(
  db: Kysely<Database>,
  token: string,
  changes: Partial<Insertable<IntegrationDestinationsTable>> = {},
): Promise<string> {
  const id = await storeWebhook(db, {
    kind: "wealthbox",
    name: "Wealthbox",
    url: null,
    events: [...wealthboxEvents],
    settings: usualSettings,
    ...changes,
  });
  await db
    .updateTable("integrationDestinations")
    .set({ sealedSecret: integrationKeys.seal(id, token) })
    .where("id", "=", id)
    .execute();
  return id;
}

/** The stored events, in order. */
export async function listQueued(db: Kysely<Database>) {
  return db
    .selectFrom("integrationDeliveries")
    .select(["id", "event", "personId", "data", "state", "attempts", "responseCode", "problem"])
    .orderBy("occurredAt")
    .orderBy("event")
    .execute();
}

/** A request that a test server has received. */
export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
};

/** Starts HTTP servers on this machine, which stop after each test. Call it at the top of a test file. */
export function testReceivers() {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (
    answer: (request: ReceivedRequest, response: ServerResponse) => void,
  ): Promise<{ url: string; received: ReceivedRequest[] }> => {
    const received: ReceivedRequest[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const { method = "", url: path = "", headers } = request;
        received.push({ method, path, headers, body });
        answer({ method, path, headers, body }, response);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address with a port.
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, received };
  };
}
