import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { AuditAction } from "./audit-action.ts";

/** The actor. `shell` is the administrator on the command line, "nobody" a request without a session. */
export type Actor = StaffActor | { kind: "shell" } | { kind: "nobody" };

export type StaffActor = { kind: "staff"; id: string; email: string };

/** Returns a staff member as an actor. */
export function actorOf({ id, email }: Omit<StaffActor, "kind">): StaffActor {
  return { kind: "staff", id, email };
}

export type NewAuditEvent = {
  action: AuditAction;
  actor: Actor;
  /** The affected object as `<kind>:<id>`. People outside the staff appear as a digest of their address (`person-keys.server.ts`). */
  subject?: string | undefined;
  /** Details for an examiner, such as counts, roles and filters. Never names, addresses or secrets. */
  details?: Readonly<Record<string, string | number | boolean>>;
  /** The client address that the server determined. */
  clientAddress?: string | undefined;
};

/**
 * Adds an entry to the audit log. Call it in the transaction of the action, so that both are stored or neither.
 * @returns the row's id
 * @throws errors of the database, because an action that cannot be recorded must not happen
 */
export async function recordAudit(db: Kysely<Database>, event: NewAuditEvent): Promise<number> {
  const { action, actor, subject, details, clientAddress } = event;
  const { id } = await db
    .insertInto("auditEvents")
    .values({
      action,
      actorKind: actor.kind,
      actorId: actor.kind === "staff" ? actor.id : null,
      actorEmail: actor.kind === "staff" ? actor.email : null,
      subject: subject ?? null,
      ...(details === undefined ? {} : { details }),
      clientAddress: clientAddress ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
