import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import { inTransaction } from "#app/data/connection/in-transaction.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type EventType, existingPerson, testEvent } from "./event-types.ts";
import type { IntegrationKeys } from "./integration-keys.server.ts";
import { maxDestinations, secretOverlapHours } from "./limits.ts";
import { createWebhookSecret } from "./webhook-secret.server.ts";

export type ChangeDeps = {
  db: Kysely<Database>;
  keys: Pick<IntegrationKeys, "seal">;
  actor: Actor;
  clientAddress: string;
};

/** What an owner chooses for a webhook. */
export type WebhookSettings = {
  name: string;
  url: string;
  events: readonly EventType[];
  includesContact: boolean;
};

/**
 * Adds a webhook.
 * @param id from the form, so that a form that is sent twice adds one webhook
 * @returns the secret, which cannot be displayed again
 */
export async function addWebhook(
  deps: ChangeDeps,
  id: string,
  { name, url, events, includesContact }: WebhookSettings,
): Promise<{ ok: true; secret: string } | { ok: false; reason: "too-many" | "added" }> {
  const secret = createWebhookSecret();
  return deps.db.transaction().execute(async (trx) => {
    await lockDestinations(trx);
    const existing = await trx.selectFrom("integrationDestinations").select("id").execute();
    if (existing.some((destination) => destination.id === id)) return { ok: false, reason: "added" } as const;
    if (existing.length >= maxDestinations) return { ok: false, reason: "too-many" } as const;
    await trx
      .insertInto("integrationDestinations")
      .values({
        id,
        kind: "webhook",
        name,
        url,
        events: [...events],
        includesContact,
        sealedSecret: deps.keys.seal(id, secret),
        createdBy: deps.actor.kind === "staff" ? deps.actor.email : deps.actor.kind,
      })
      .execute();
    await recordChange(
      deps,
      trx,
      "integration-added",
      id,
      describeSettings({ url, events, includesContact }),
    );
    return { ok: true, secret } as const;
  });
}

/** @param revision that the writer saw */
export async function changeWebhook(
  deps: ChangeDeps,
  { id, revision }: { id: string; revision: number },
  { name, url, events, includesContact }: WebhookSettings,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "changed" }> {
  return deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("integrationDestinations")
      .set((eb) => ({ name, url, events: [...events], includesContact, revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .where("kind", "=", "webhook")
      .where("revision", "=", revision)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { ok: false, reason: await findReason(trx, id) } as const;
    await recordChange(
      deps,
      trx,
      "integration-changed",
      id,
      describeSettings({ url, events, includesContact }),
    );
    return { ok: true } as const;
  });
}

/**
 * Replaces the secret. Until the end of the overlap, the previous one signs as well.
 * @param revision that the writer saw, so that a form that is sent twice rotates once
 * @returns the new secret, which cannot be displayed again
 */
export async function rotateSecret(
  deps: ChangeDeps,
  { id, revision }: { id: string; revision: number },
): Promise<{ ok: true; secret: string } | { ok: false; reason: "unknown" | "changed" }> {
  const secret = createWebhookSecret();
  return deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("integrationDestinations")
      .set((eb) => ({
        sealedSecret: deps.keys.seal(id, secret),
        previousSealedSecret: eb.ref("sealedSecret"),
        previousSecretUntil: sql`now() + make_interval(hours => ${secretOverlapHours})`,
        revision: eb("revision", "+", 1),
      }))
      .where("id", "=", id)
      .where("kind", "=", "webhook")
      .where("revision", "=", revision)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { ok: false, reason: await findReason(trx, id) } as const;
    await recordChange(deps, trx, "integration-secret-rotated", id);
    return { ok: true, secret } as const;
  });
}

/** Finds out why no row has the id and the revision. */
async function findReason(trx: Transaction<Database>, id: string): Promise<"unknown" | "changed"> {
  const found = await trx
    .selectFrom("integrationDestinations")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found === undefined ? "unknown" : "changed";
}

/** Pauses a destination, or resumes one that was paused or stopped, which sends its waiting deliveries immediately. */
export async function setDestinationState(
  deps: Omit<ChangeDeps, "keys">,
  id: string,
  state: "active" | "paused",
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  return deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("integrationDestinations")
      .set((eb) => ({ state, stopReason: null, notBefore: null, revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { ok: false, reason: "unknown" } as const;
    if (state === "active") await sendWaitingNow(trx, id);
    await recordChange(deps, trx, state === "active" ? "integration-resumed" : "integration-paused", id);
    return { ok: true } as const;
  });
}

/** Makes waiting deliveries due now, because the cause of the failures may be gone. The first attempts for existing people stay staggered. */
export async function sendWaitingNow(trx: Transaction<Database>, destinationId: string): Promise<void> {
  await trx
    .updateTable("integrationDeliveries")
    .set({ nextTryAt: sql`now()` })
    .where("destinationId", "=", destinationId)
    .where("state", "=", "waiting")
    .where((eb) => eb.or([eb("event", "!=", existingPerson), eb("attempts", ">", 0)]))
    .execute();
}

/** Deletes a destination with its log. */
export async function removeDestination(
  deps: Omit<ChangeDeps, "keys">,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  return inTransaction(deps.db, async (trx) => {
    const { numDeletedRows: deliveries } = await trx
      .deleteFrom("integrationDeliveries")
      .where("destinationId", "=", id)
      .executeTakeFirstOrThrow();
    const { numDeletedRows } = await trx
      .deleteFrom("integrationDestinations")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return { ok: false, reason: "unknown" } as const;
    await recordChange(deps, trx, "integration-removed", id, { deliveries: Number(deliveries) });
    return { ok: true } as const;
  });
}

/** Queues an event without data, which the receiver gets like any other. @returns the id of the delivery */
export async function sendTestEvent(
  deps: Omit<ChangeDeps, "keys">,
  id: string,
): Promise<{ ok: true; deliveryId: string } | { ok: false; reason: "unknown" | "not-active" }> {
  return deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("integrationDestinations")
      .select("state")
      .where("id", "=", id)
      .where("kind", "=", "webhook")
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return { ok: false, reason: "unknown" } as const;
    if (found.state !== "active") return { ok: false, reason: "not-active" } as const;
    const { id: deliveryId } = await trx
      .insertInto("integrationDeliveries")
      .values({ destinationId: id, event: testEvent, data: {} })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordChange(deps, trx, "integration-tested", id);
    return { ok: true, deliveryId } as const;
  });
}

/** Serializes additions, so that two of them do not exceed the limit together. */
export async function lockDestinations(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('integration destinations', 0))`.execute(trx);
}

/** Adds an entry about a destination to the audit log. */
export async function recordChange(
  { actor, clientAddress }: Pick<ChangeDeps, "actor" | "clientAddress">,
  trx: Transaction<Database>,
  action: AuditAction,
  id: string,
  details: Readonly<Record<string, string | number | boolean>> = {},
): Promise<void> {
  await recordAudit(trx, { action, actor, subject: `integration:${id}`, details, clientAddress });
}

/** Without the path of the URL, which can contain a key. */
function describeSettings({ url, events, includesContact }: Omit<WebhookSettings, "name">) {
  return { host: new URL(url).host, eventTypes: events.join(", "), contact: includesContact };
}
