import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { getEventStatus } from "#app/events/schedule/live-event.ts";
import type { FormHandler } from "#app/intake/quarantine/form-handler.server.ts";
import type { QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { pages } from "#app/pages/registry.ts";
import { confirmationPaths } from "./confirmation-pages.ts";
import { eventSignupSchema } from "./event-signup.schema.ts";
import { needsConfirmation } from "./reserve-seat.server.ts";
import { signUpForEvent } from "./sign-up-for-event.server.ts";

export const signupFormHandler: FormHandler = {
  async accept(deps, { input }, submission) {
    const parsed = eventSignupSchema.safeParse(input);
    if (!parsed.success) return "unreadable";
    const eventStatus = getEventStatus(deps.clock.now(), await findCurrentEvents(deps.db));
    const events = { eventStatus: () => eventStatus };
    const outcome = await signUpForEvent({ ...deps, events }, parsed.data, submission);
    if (outcome === needsConfirmation) {
      throw new Error("The limits of unconfirmed sign-ups were applied to an accepted one.");
    }
    if (outcome === "mailbox-has-place" || outcome === "domain-limit") return outcome;
    const leadId = await findLeadId(deps.db, parsed.data.email, submission.at);
    return { acceptedAs: outcome, leadId };
  },
  findResultPath,
};

/** The row that the consent receipt of this submission refers to: a new row, or the row of an existing sign-up. */
async function findLeadId(db: Kysely<Database>, email: string, at: Date): Promise<string | null> {
  const found = await db
    .selectFrom("linkedinLiveSignups")
    .innerJoin("consentReceipts", "consentReceipts.leadId", "linkedinLiveSignups.id")
    .select("linkedinLiveSignups.id")
    .where("linkedinLiveSignups.email", "=", email)
    .where("consentReceipts.givenAt", "=", at)
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

async function findResultPath(
  db: Kysely<Database>,
  { leadId, input }: QuarantinedSubmission,
): Promise<string> {
  const { rows } = await sql<{ state: SignupState }>`
    select state from linkedin_live_signups
    where state <> 'repeat' and ${leadId === null ? sql`email = ${input["email"]}` : sql`id = ${leadId}`}
    order by created_at desc limit 1`.execute(db);
  switch (rows[0]?.state) {
    case "seat":
    case "waiting":
    case "next-date":
      return confirmationPaths[rows[0].state];
    default:
      return pages.eventSignup.path;
  }
}
