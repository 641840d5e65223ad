import type { Kysely } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { FormHandlers, StaffDecision } from "#app/intake/quarantine/form-handler.server.ts";
import { findQuarantined, type QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { acceptSubmission } from "#app/intake/quarantine/accept-quarantined.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { practice } from "#content/practice.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  formHandlers: FormHandlers;
};

/** A submission whose mailbox can be confirmed, or the record that it became. */
type Confirmable = { isAccepted: false; form: LeadForm } | { isAccepted: true; path: string };

/** @param id of the quarantined submission. @returns undefined if there is none, or if only staff can accept it */
export async function findConfirmable(
  deps: Pick<Deps, "db" | "clock" | "formHandlers">,
  id: string,
): Promise<Confirmable | undefined> {
  const held = await findRequested(deps.db, id);
  if (held === undefined) return undefined;
  return held.releasedAt === null
    ? { isAccepted: false, form: held.form }
    : { isAccepted: true, path: await deps.formHandlers[held.form].findResultPath(deps, held) };
}

/**
 * Accepts a submission for the owner of its mailbox, or tells the firm that staff have to decide. The operation is idempotent.
 * @returns the page that shows the outcome
 */
export async function confirmMailbox(
  deps: Deps,
  id: string,
): Promise<{ ok: true; path: string } | { ok: false; reason: "unknown" | "unreadable" | StaffDecision }> {
  const held = await findRequested(deps.db, id);
  if (held === undefined) return { ok: false, reason: "unknown" };
  if (held.releasedAt === null) {
    // Without the network address: it is a lead's, and the audit log is kept after an erasure.
    const recorder = { actor: { kind: "nobody" }, clientAddress: undefined } as const;
    const outcome = await acceptSubmission({ ...deps, ...recorder }, held, {
      isLimited: true,
    });
    if (!outcome.ok && outcome.reason !== "released") {
      await keepForStaff(deps, held);
      return { ok: false, reason: outcome.reason };
    }
  }
  const accepted = await findQuarantined(deps.db, id);
  return accepted === undefined
    ? { ok: false, reason: "unknown" }
    : { ok: true, path: await deps.formHandlers[accepted.form].findResultPath(deps, accepted) };
}

/** Marks a submission as confirmed and notifies the firm, the first time only. */
async function keepForStaff({ db, clock, outbox }: Deps, { id }: { id: string }): Promise<void> {
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("quarantinedSubmissions")
      .set({ mailboxConfirmedAt: clock.now() })
      .where("id", "=", id)
      .where("releasedAt", "is", null)
      .where("mailboxConfirmedAt", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await outbox.put(trx, { kind: "confirmed-form", recipient: practice.email, about: id });
    return true;
  });
  if (isFirst) outbox.wake();
}

/** A submission whose sender was asked to confirm it, in any state. */
async function findRequested(db: Kysely<Database>, id: string): Promise<QuarantinedSubmission | undefined> {
  const held = isUuid(id) ? await findQuarantined(db, id) : undefined;
  const isRequested =
    held !== undefined && held.confirmationRequestedAt !== null && held.reason !== "honeypot";
  return isRequested ? held : undefined;
}
