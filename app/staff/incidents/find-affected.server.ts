import { type StaffActor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { type AffectedPeople, findAffectedPeople } from "#app/people/incidents/affected-people.server.ts";
import { practice } from "#content/practice.ts";
import { toActor } from "./incidents.schema.ts";

type Deps = {
  db: Parameters<typeof findAffectedPeople>[0]["db"];
  persons: PersonKeys;
  actor: StaffActor;
  clientAddress: string;
};

/** Whose access affects people, and in which days. */
export type SearchedAccess = { who: string; from: string; to: string };

/** Finds the people whom an incident affects, and records that in the audit log before they are returned. */
export async function findAffected(
  { db, persons, actor, clientAddress }: Deps,
  { id, who, from, to }: SearchedAccess & { id: number },
  action: "affected-people-found" | "affected-people-exported",
): Promise<AffectedPeople> {
  const days = { from, to, timeZone: practice.timeZone };
  const found = await findAffectedPeople({ db, persons }, { actor: toActor(who), days });
  await recordAudit(db, {
    action,
    actor,
    subject: `incident:${id}`,
    details: { from, to, affected: found.people.length + found.erased.length },
    clientAddress,
  });
  return found;
}
