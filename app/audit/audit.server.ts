import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { AuditAction } from "./audit-action.ts";

/** Who did it. `shell`: whoever owns the machine; `nobody`: a request without a session. */
export type Actor = StaffActor | { kind: "shell" } | { kind: "nobody" };

export type StaffActor = { kind: "staff"; id: string; email: string };

/** A member of staff as the one who did something. */
export function actorOf({ id, email }: Omit<StaffActor, "kind">): StaffActor {
  return { kind: "staff", id, email };
}

export type NewAuditEvent = {
  action: AuditAction;
  actor: Actor;
  /** What it was done to, as `<kind>:<id>`; a person who is no staff as the digest of their address (`person-keys.server.ts`). */
  subject?: string | undefined;
  /** What else an examiner would ask: numbers, roles, filters. Never names, addresses or secrets. */
  details?: Readonly<Record<string, string | number | boolean>>;
  /** The address that the server found for the request. */
  clientAddress?: string | undefined;
};

/**
 * Adds to the audit log. Call it in the transaction of what it tells about: both happen, or neither does.
 * @returns the row's id
 * @throws whatever the database throws: what cannot be told must not be done
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
