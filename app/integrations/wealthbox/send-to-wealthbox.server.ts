import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { ClaimedDelivery } from "#app/integrations/deliveries/claim-deliveries.server.ts";
import type { Sender } from "#app/integrations/deliveries/delivery-worker.server.ts";
import type { SendResult } from "#app/integrations/deliveries/send-result.ts";
import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { loadPerson } from "./load-person.server.ts";
import { findSkipReason, planNote } from "./plan-sync.server.ts";
import { addTask, progressSchema, reviewTexts, syncPerson } from "./sync-person.server.ts";
import { createMemory, saveProgress } from "./sync-memory.server.ts";
import { createWealthboxClient, type WealthboxClient } from "./wealthbox-client.server.ts";
import { createWealthboxTransport } from "./wealthbox-transport.server.ts";
import { readStoredSettings } from "./wealthbox-settings.ts";

export type WealthboxSenderDeps = {
  db: Kysely<Database>;
  clock: Clock;
  siteUrl: string;
  sendRequest: SendRequest;
  /** Tests use a server of their own. */
  wealthboxUrl?: string | undefined;
  /** The shortest time between two requests. Tests need none. */
  intervalMs?: number;
};

/** Keeps contacts in Wealthbox up to date. */
export function createWealthboxSender(deps: WealthboxSenderDeps): Sender {
  const createTransport = createWealthboxTransport(deps);
  return async (delivery, { secrets, settings: stored }, signal) => {
    const [token = ""] = secrets;
    const client = createWealthboxClient(createTransport(token, signal));
    const { contactId } = delivery.data;
    if (delivery.event === "person.erased" && typeof contactId === "number") {
      return askForReview(deps, client, delivery, contactId);
    }
    const settings = readStoredSettings(stored);
    const person = delivery.personId === null ? undefined : await loadPerson(deps.db, delivery.personId);
    if (person === undefined) return { kind: "skipped", problem: "The person no longer exists." };
    const reason = findSkipReason(person, settings);
    if (reason !== undefined) return { kind: "skipped", problem: reason };
    const progress = await loadProgress(deps.db, delivery.id);
    return syncPerson({
      client,
      memory: createMemory(deps.db, delivery, person),
      settings,
      person,
      progress,
      reference: delivery.id,
      isRetry: delivery.attempts > 1 || progress.hasTried === true,
      composeNote: planNote(deps, delivery, { person, settings }),
      reviewsMerge: delivery.event === "person.merged",
      today: dayIn(practice.timeZone, deps.clock.now()),
    });
  };
}

async function loadProgress(db: Kysely<Database>, deliveryId: string) {
  const found = await db
    .selectFrom("integrationDeliveries")
    .select("progress")
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  const parsed = progressSchema.safeParse(found?.progress);
  return parsed.success ? parsed.data : {};
}

/** The contact may be a record that the firm must keep, so staff decide. */
async function askForReview(
  { db, clock }: WealthboxSenderDeps,
  client: WealthboxClient,
  { id, attempts }: ClaimedDelivery,
  contactId: number,
): Promise<SendResult> {
  const dueOn = dayIn(practice.timeZone, clock.now());
  const progress = await loadProgress(db, id);
  if (progress.reviewId !== undefined) return { kind: "delivered" };
  const task = { name: reviewTexts.erased, dueOn };
  const isRetry = attempts > 1 || progress.hasTried === true;
  const added = await addTask({ client, reference: id, isRetry }, [contactId], task);
  await saveProgress(db, id, added.ok ? { reviewId: added.value } : { hasTried: true });
  return added.ok ? { kind: "delivered" } : added.result;
}
