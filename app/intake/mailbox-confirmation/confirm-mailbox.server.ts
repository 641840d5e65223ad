import { type Kysely, sql } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { findHeld, type HeldSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { releaseHeld } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { completeId, resultPath } from "#app/assessments/questions/result-path.ts";
import { confirmationPages } from "#app/events/signup/confirmation-pages.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { pages } from "#app/pages/registry.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/uuid.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  clientAddress: string;
};

/** A submission whose mailbox can be confirmed, or the record that it became. */
type Confirmable = { isAccepted: false; form: LeadForm } | { isAccepted: true; path: string };

/** @param id of the quarantined submission. @returns undefined if there is none, or if only staff can accept it */
export async function findConfirmable(
  { db }: Pick<Deps, "db">,
  id: string,
): Promise<Confirmable | undefined> {
  const held = await findRequested(db, id);
  if (held === undefined) return undefined;
  return held.releasedAt === null
    ? { isAccepted: false, form: held.form }
    : { isAccepted: true, path: await findPath(db, held) };
}

/** Accepts a submission for the owner of its mailbox. The operation is idempotent. @returns the page that shows the outcome */
export async function confirmMailbox(
  deps: Deps,
  id: string,
): Promise<{ ok: true; path: string } | { ok: false; reason: "unknown" | "unreadable" | "needs-staff" }> {
  const held = await findRequested(deps.db, id);
  if (held === undefined) return { ok: false, reason: "unknown" };
  if (held.releasedAt === null) {
    const outcome = await releaseHeld({ ...deps, actor: { kind: "nobody" } }, held, {
      isDomainLimited: true,
    });
    if (!outcome.ok && outcome.reason !== "released") return { ok: false, reason: outcome.reason };
    if (outcome.ok && outcome.became !== "assessment") {
      return { ok: true, path: confirmationPages[outcome.became].path };
    }
  }
  const accepted = await findHeld(deps.db, id);
  return accepted === undefined
    ? { ok: false, reason: "unknown" }
    : { ok: true, path: await findPath(deps.db, accepted) };
}

/** A submission whose sender was asked to confirm it, in any state. */
async function findRequested(db: Kysely<Database>, id: string): Promise<HeldSubmission | undefined> {
  const held = isUuid(id) ? await findHeld(db, id) : undefined;
  const isRequested =
    held !== undefined && held.confirmationRequestedAt !== null && held.reason !== "honeypot";
  return isRequested ? held : undefined;
}

/** The page that shows the result of an accepted submission. */
async function findPath(db: Kysely<Database>, held: HeldSubmission): Promise<string> {
  return held.form === "assessment" ? findResultPath(db, held) : findSignupPath(db, held);
}

async function findResultPath(
  db: Kysely<Database>,
  { leadId, fingerprint }: HeldSubmission,
): Promise<string> {
  const found = await db
    .selectFrom("preLoiAssessments")
    .select("resultKey")
    // A resend of the same content can have been accepted without a reference to this row.
    .where((eb) => (leadId === null ? eb("fingerprint", "=", fingerprint) : eb("id", "=", leadId)))
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? pages.assessment.path : `${resultPath(found.resultKey)}#${completeId}`;
}

async function findSignupPath(db: Kysely<Database>, { leadId, input }: HeldSubmission): Promise<string> {
  const { rows } = await sql<{ state: SignupState }>`
    select state from linkedin_live_signups
    where state <> 'repeat' and ${leadId === null ? sql`email = ${input["email"]}` : sql`id = ${leadId}`}
    order by created_at desc limit 1`.execute(db);
  switch (rows[0]?.state) {
    case "seat":
    case "waiting":
    case "next-date":
      return confirmationPages[rows[0].state].path;
    default:
      return pages.eventSignup.path;
  }
}
