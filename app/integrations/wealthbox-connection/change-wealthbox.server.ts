import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  type ChangeDeps,
  lockDestinations,
  recordChange,
  sendWaitingNow,
} from "#app/integrations/destinations/change-destination.server.ts";
import { existingPerson, wealthboxEvents } from "#app/integrations/destinations/event-types.ts";
import { isUnsent } from "./unsent-people.server.ts";
import {
  readStoredSettings,
  type WealthboxSettings,
} from "#app/integrations/wealthbox/wealthbox-settings.ts";

/** Connects Wealthbox. New events are sent from then on. */
export async function connectWealthbox(
  deps: ChangeDeps,
  { token, settings }: { token: string; settings: WealthboxSettings },
): Promise<{ ok: true } | { ok: false; reason: "connected" }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockDestinations(trx);
    const existing = await trx
      .selectFrom("integrationDestinations")
      .select("id")
      .where("kind", "=", "wealthbox")
      .executeTakeFirst();
    if (existing !== undefined) return { ok: false, reason: "connected" } as const;
    const { id } = await trx.selectNoFrom(sql<string>`gen_random_uuid()`.as("id")).executeTakeFirstOrThrow();
    await trx
      .insertInto("integrationDestinations")
      .values({
        id,
        kind: "wealthbox",
        name: "Wealthbox",
        url: null,
        events: [...wealthboxEvents],
        includesContact: true,
        settings,
        sealedSecret: deps.keys.seal(id, token),
        createdBy: deps.actor.kind === "staff" ? deps.actor.email : deps.actor.kind,
      })
      .execute();
    await recordChange(deps, trx, "integration-added", id, describeSettings(settings));
    return { ok: true } as const;
  });
}

/**
 * Changes what is sent. A new token also resumes deliveries that stopped because Wealthbox rejected the previous one.
 * @param seen.revision that the writer saw
 * @param changes.token undefined to keep the current one
 */
export async function changeWealthbox(
  deps: ChangeDeps,
  { id, revision }: { id: string; revision: number },
  { token, settings }: { token: string | undefined; settings: WealthboxSettings },
): Promise<{ ok: true } | { ok: false; reason: "changed" }> {
  return deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("integrationDestinations")
      .set((eb) => ({ settings, revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .where("kind", "=", "wealthbox")
      .where("revision", "=", revision)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { ok: false, reason: "changed" } as const;
    if (token !== undefined) {
      await trx
        .updateTable("integrationDestinations")
        .set({
          sealedSecret: deps.keys.seal(id, token),
          state: sql`case when stop_reason = 'unauthorized' then 'active' else state end`,
          stopReason: sql`nullif(stop_reason, 'unauthorized')`,
        })
        .where("id", "=", id)
        .execute();
      await sendWaitingNow(trx, id);
    }
    const details = { ...describeSettings(settings), tokenChanged: token !== undefined };
    await recordChange(deps, trx, "integration-changed", id, details);
    return { ok: true } as const;
  });
}

/** Longer than a delivery takes, so that new forms are sent between existing people. */
const secondsPerExistingPerson = 6;

/** Queues everyone who should be in Wealthbox and is not, the latest first. @returns their number */
export async function sendExistingPeople(deps: Omit<ChangeDeps, "keys">, id: string): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    const destination = await trx
      .selectFrom("integrationDestinations")
      .select("settings")
      .where("id", "=", id)
      .where("kind", "=", "wealthbox")
      .forUpdate()
      .executeTakeFirst();
    if (destination === undefined) return 0;
    const { numAffectedRows = 0n } = await sql`
      insert into integration_deliveries (destination_id, event, person_id, data, next_try_at)
      select ${id}::uuid, ${existingPerson}::text, people.id, jsonb_build_object('personId', people.id),
        now() + make_interval(secs => ${secondsPerExistingPerson} * (row_number() over (order by latest_form_at desc) - 1))
      from people where ${isUnsent(readStoredSettings(destination.settings))}
        and not exists (
          select from integration_deliveries as queued
          where queued.destination_id = ${id} and queued.person_id = people.id and queued.state in ('waiting', 'sending')
        )`.execute(trx);
    const people = Number(numAffectedRows);
    if (people > 0) await recordChange(deps, trx, "integration-filled", id, { people });
    return people;
  });
}

/** The number of people whom `sendExistingPeople` would queue, if nothing waits. */
export async function countUnsentPeople(db: Kysely<Database>, settings: WealthboxSettings): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from people where ${isUnsent(settings)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function describeSettings({ statuses, addsNotes, addsTasks, assignsOwners }: WealthboxSettings) {
  const adds = [addsNotes ? "notes" : "", addsTasks ? "tasks" : "", assignsOwners ? "owners" : ""];
  return { statuses: statuses.join(", "), adds: adds.filter((each) => each !== "").join(", ") };
}
