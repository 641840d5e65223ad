import type { Kysely } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import { listUnacknowledged, seenDetail } from "#app/audit/list-unacknowledged.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The audit log’s actions that change the published words of a live event. */
export const eventActions = ["event-added", "event-changed", "event-cancelled"] as const;

/** An event that a colleague published, changed or canceled, which no owner has acknowledged. */
export type ChangedEvent = {
  id: string;
  title: string;
  startsAt: Date;
  timeZone: string;
  firstChangeAt: Date;
};

export type UnacknowledgedChanges = {
  events: readonly ChangedEvent[];
  /** Names the latest change, so that later ones are not acknowledged with it. */
  seen: number;
};

/**
 * The words of an event are published without an approval, so owners learn of them afterward. An owner's own changes are left out.
 * @param ownerId the account of the owner who asks
 */
export async function findUnacknowledgedChanges(
  db: Kysely<Database>,
  ownerId: string,
): Promise<UnacknowledgedChanges | undefined> {
  const changed = await listUnacknowledged(db, {
    actions: eventActions,
    acknowledgment: "event-changes-acknowledged",
    exceptActorId: ownerId,
  });
  const [latest] = changed;
  if (latest === undefined) return undefined;
  const idOf = (subject: string) => subject.slice(subject.indexOf(":") + 1);
  const events = await db
    .selectFrom("events")
    .select(["id", "title", "startsAt", "timeZone"])
    .where(
      "id",
      "in",
      changed.map(({ subject }) => idOf(subject)),
    )
    .execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  return {
    seen: latest.latestId,
    events: changed.flatMap(({ subject, firstAt }) => {
      const event = byId.get(idOf(subject));
      return event === undefined ? [] : { ...event, firstChangeAt: firstAt };
    }),
  };
}

/** Records that an owner has read the changes of live events. @param seen the latest change that the owner saw */
export async function acknowledgeChanges(
  db: Kysely<Database>,
  { actor, clientAddress, seen }: { actor: StaffActor; clientAddress: string; seen: number },
): Promise<void> {
  await recordAudit(db, {
    action: "event-changes-acknowledged",
    actor,
    details: { [seenDetail]: seen },
    clientAddress,
  });
}
