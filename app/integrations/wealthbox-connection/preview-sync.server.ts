import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { existingPerson } from "#app/integrations/destinations/event-types.ts";
import type { RequestOutcome } from "#app/integrations/requests/send-request.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { maxPreviewedPeople } from "./limits.ts";
import { loadPerson, type PersonToSend } from "#app/integrations/wealthbox/load-person.server.ts";
import { findSkipReason, planNote } from "#app/integrations/wealthbox/plan-sync.server.ts";
import { syncPerson } from "#app/integrations/wealthbox/sync-person.server.ts";
import { isUnsent } from "./unsent-people.server.ts";
import {
  createWealthboxClient,
  type WealthboxRequest,
  wealthboxUrl,
} from "#app/integrations/wealthbox/wealthbox-client.server.ts";
import type { WealthboxSettings } from "#app/integrations/wealthbox/wealthbox-settings.ts";

/** The requests that a delivery about a person would send. */
export type SyncPreview = {
  name: string;
  /** Why nothing would be sent. */
  skipReason: string | undefined;
  requests: { line: string; body: string | undefined }[];
};

type Deps = { db: Kysely<Database>; clock: Clock; siteUrl: string };

/** A record and one of its addresses. */
type PreviewedPerson = { id: string; email: string };

/** The people whom “Send existing people” would send first. */
export async function findNextPeople(
  db: Kysely<Database>,
  settings: WealthboxSettings,
  count: number,
): Promise<PreviewedPerson[]> {
  const { rows } = await sql<PreviewedPerson>`
    select id, email from people where ${isUnsent(settings)}
    order by latest_form_at desc, id desc limit ${Math.min(count, maxPreviewedPeople)}`.execute(db);
  return rows;
}

/** @param email in lower case */
export async function findPerson(db: Kysely<Database>, email: string): Promise<PreviewedPerson | undefined> {
  return db
    .selectFrom("personAddresses")
    .select(["personId as id", "email"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/**
 * Runs the same code as a delivery, with a Wealthbox that has no further contacts, and records its requests. Nothing is sent and nothing is
 * stored.
 */
export async function previewSync(
  deps: Deps,
  settings: WealthboxSettings,
  personId: string,
): Promise<SyncPreview | undefined> {
  const person = await loadPerson(deps.db, personId);
  if (person === undefined) return undefined;
  const skipReason = findSkipReason(person, settings);
  if (skipReason !== undefined) return { name: person.name, skipReason, requests: [] };
  const requests: WealthboxRequest[] = [];
  const reference = "(id of the delivery)";
  await syncPerson({
    client: createWealthboxClient((request) => {
      requests.push(request);
      return Promise.resolve(simulateResponse(request, person));
    }),
    memory: {
      saveContact: () => Promise.resolve({ isFirst: person.stored === undefined, isShared: false }),
      saveProgress: () => Promise.resolve(),
      saveTask: () => Promise.resolve(),
    },
    settings,
    person,
    progress: {},
    reference,
    isRetry: false,
    composeNote: planNote(deps, { id: reference, data: { event: existingPerson } }, { person, settings }),
    reviewsMerge: false,
    today: dayIn(practice.timeZone, deps.clock.now()),
  });
  return {
    name: person.name,
    skipReason: undefined,
    requests: requests.map(({ method, path, body }) => ({
      line: `${method} ${wealthboxUrl}${path}`,
      body: body === undefined ? undefined : JSON.stringify(body, null, 2),
    })),
  };
}

/** Simulates a response. Ids that Wealthbox would assign are not known in advance, so all of them are 1. */
function simulateResponse({ method, path }: WealthboxRequest, person: PersonToSend): RequestOutcome {
  const answer = (): unknown => {
    if (method !== "GET") return { id: 1 };
    if (path.startsWith("/contacts?")) return { contacts: [] };
    if (path.startsWith("/users")) return { users: [{ id: 1, email: person.ownerEmail }] };
    return {
      id: person.stored?.contactId ?? 1,
      external_unique_id: person.id,
      tags: person.stored?.tags ?? [],
    };
  };
  const body = JSON.stringify(answer());
  return { ok: true, status: 200, retryAfterSeconds: undefined, body, isComplete: true };
}
