import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { readEvents } from "#app/events/schedule/find-events.server.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import type { FormHandler } from "#app/intake/quarantine/form-handler.server.ts";
import type { QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { pages } from "#app/pages/registry.ts";
import type { Clock } from "#app/platform/clock.ts";
import { confirmationPath } from "./confirmation-pages.ts";
import { eventSignupRequestSchema } from "./event-signup.schema.ts";
import { needsConfirmation } from "./reserve-seat.server.ts";
import { eventClosed } from "./request-next-date.server.ts";
import { signUpForEvent } from "./sign-up-for-event.server.ts";

export const signupFormHandler: FormHandler = {
  async accept(deps, { input }, submission) {
    const parsed = eventSignupRequestSchema.safeParse(input);
    if (!parsed.success) return "unreadable";
    const events = await readEvents(deps);
    const outcome = await signUpForEvent({ ...deps, events }, parsed.data, submission);
    if (outcome === needsConfirmation || outcome === eventClosed) {
      throw new Error(`An accepted sign-up had the outcome ${outcome} of one that was not.`);
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

async function findResultPath(deps: Deps, quarantined: QuarantinedSubmission): Promise<string> {
  const named = readEventId(quarantined);
  const signup = await findSignup(deps, quarantined, named);
  if (signup === undefined) return pages.eventSignup.path;
  const eventId = signup.eventId ?? undefined;
  switch (signup.state) {
    case "seat":
    case "waiting":
    case "next-date": {
      const isOnly = eventId === undefined || (await readEvents(deps)).isOnlyEvent(eventId);
      return confirmationPath(signup.state, isOnly ? undefined : eventId);
    }
    case "told":
      // The page of the event that the form named explains that it is closed, and shows the next one.
      return named === undefined ? pages.eventSignup.path : eventPagePath(named);
    default:
      return pages.eventSignup.path;
  }
}

type Deps = { db: Kysely<Database>; clock: Clock };

/** The event that the form named. Another version of the program may have stored the submission. */
function readEventId({ input }: QuarantinedSubmission): string | undefined {
  const eventId = input["eventId"];
  return typeof eventId === "string" && isUuid(eventId) ? eventId : undefined;
}

async function findSignup(
  { db }: Deps,
  { leadId, input }: QuarantinedSubmission,
  eventId: string | undefined,
): Promise<{ state: SignupState; eventId: string | null } | undefined> {
  const { rows } = await sql<{ state: SignupState; eventId: string | null }>`
    select state, event_id from linkedin_live_signups
    where state <> 'repeat' and ${leadId === null ? sql`email = ${input["email"]}` : sql`id = ${leadId}`}
    -- The person can have signed up for several events.
    order by coalesce(event_id = ${eventId ?? null}::uuid, false) desc, created_at desc limit 1`.execute(db);
  return rows[0];
}
