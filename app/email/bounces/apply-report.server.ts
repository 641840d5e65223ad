import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { formatReply } from "#app/email/format-reply.ts";
import type { BounceKeys } from "./bounce-keys.server.ts";
import type { ParsedReport, RecipientStatus } from "./read-report.server.ts";
import { isAddressFailure } from "./status-codes.ts";
import { markUndeliverable } from "./undeliverable-addresses.server.ts";

/**
 * `returned`: the email failed. `delayed`: it is still being tried. `known`: an earlier report about it was applied. `ignored`: it is not
 * signed by this program, its email was deleted, or it is about another recipient.
 */
export type AppliedReport =
  | { result: "returned"; emailId: string; status: string; isMarked: boolean }
  | { result: "delayed" | "known"; emailId: string }
  | { result: "ignored" };

/**
 * Applies a report to the email that it is about. Only a signed report about the recipient of this email has an effect, so a report about
 * one address never changes another one.
 */
export async function applyReport(
  trx: Transaction<Database>,
  bounceKeys: BounceKeys,
  { bounceKey, recipients }: Extract<ParsedReport, { kind: "report" }>,
): Promise<AppliedReport> {
  const emailId = bounceKey === undefined ? undefined : bounceKeys.read(bounceKey);
  if (emailId === undefined) return { result: "ignored" };
  const email = await trx
    .selectFrom("letters")
    .select(["id", "kind", "recipient", "returnedAt", "state"])
    .where("id", "=", emailId)
    .forUpdate()
    .executeTakeFirst();
  const found = recipients.find(({ addresses }) => email && addresses.includes(email.recipient));
  if (email === undefined || found === undefined) return { result: "ignored" };
  if (isReturned(email)) return { result: "known", emailId };
  const isFailure = found.action === "failed";
  if (!isFailure && found.action !== "delayed") return { result: "ignored" };
  const reply = describe(found);
  await storeReply(trx, emailId, { reply, isFailure });
  if (!isFailure) return { result: "delayed", emailId };
  const { status } = found;
  const { kind, recipient } = email;
  const isMarked =
    isAddressFailure(status) && (await markUndeliverable(trx, { kind, recipient, status, reply }));
  return { result: "returned", emailId, status, isMarked };
}

/** Whether an earlier report applies. A copy that was sent again after the first one had been returned can be returned as well. */
function isReturned({ returnedAt, state }: { returnedAt: Date | null; state: string }): boolean {
  return returnedAt !== null && state !== "sent";
}

/** An email that waits for another attempt keeps its state, because its claim belongs to the mail worker. */
async function storeReply(
  trx: Transaction<Database>,
  emailId: string,
  { reply, isFailure }: { reply: string; isFailure: boolean },
): Promise<void> {
  await sql`
    update letters set last_reply = ${reply}${
      isFailure
        ? sql`, returned_at = now(), state = case when state = 'sent' then 'given-up' else state end,
          settled_at = case when state = 'sent' then now() else settled_at end`
        : sql``
    } where id = ${emailId}`.execute(trx);
}

/** “Returned: 5.1.1 550 No such user” */
function describe({ action, status, diagnostic }: RecipientStatus): string {
  const title = action === "failed" ? "Returned" : "Delayed";
  return formatReply(`${title}: ${status} ${diagnostic}`);
}
