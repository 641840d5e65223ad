import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";
import { needsConfirmation, needsStaff } from "#app/events/signup/reserve-seat.server.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { standingAt } from "#app/events/schedule/live-event.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { readHeldSender } from "./quarantined-source.server.ts";
import {
  findHeld,
  heldSeatOf,
  type HeldSubmission,
  markReleased,
  type OnRecord,
  subjectOfHeld,
} from "./quarantine.server.ts";

export type ReleaseDeps = { db: Kysely<Database>; clock: Clock; outbox: Outbox } & OnRecord;

export type ReleaseOutcome =
  | { ok: true; became: "assessment" | SignUpOutcome }
  /** `unreadable`: an older version of the program held it, and forms ask for something else now. */
  | { ok: false; reason: "unknown" | "released" | "unreadable" };

/** `needs-staff`: its mail domain has its share of the event's seats. It stays quarantined. */
export type ConfirmationOutcome = ReleaseOutcome | { ok: false; reason: typeof needsStaff };

type Became = { became: "assessment" | SignUpOutcome; leadId: string | null };

/** Accepts a quarantined submission by its id, for staff: the share of a mail domain does not limit it. */
export async function releaseSubmission(deps: ReleaseDeps, id: string): Promise<ReleaseOutcome> {
  const held = await findHeld(deps.db, id);
  if (held === undefined) return { ok: false, reason: "unknown" };
  if (held.releasedAt !== null) return { ok: false, reason: "released" };
  const outcome = await releaseHeld(deps, held, { isDomainLimited: false });
  if (!outcome.ok && outcome.reason === needsStaff) {
    throw new Error("A sign-up that staff accepted was held to the share of its mail domain.");
  }
  return outcome;
}

/**
 * Accepts a quarantined submission, for staff (“Not spam”) or for the person who confirmed the mailbox. The normal command stores it with
 * its original time of receipt. The commands store the same content only once, so of two concurrent callers only one marks and records it.
 * No connection is held while a command waits for another, because the public can open many links at the same time.
 */
export async function releaseHeld(
  deps: ReleaseDeps,
  held: HeldSubmission,
  { isDomainLimited }: Pick<Submission, "isDomainLimited">,
): Promise<ConfirmationOutcome> {
  const { id } = held;
  const sender = readHeldSender(held.sender);
  if (sender === undefined) return { ok: false, reason: "unreadable" };
  const submission = {
    ...sender,
    at: held.receivedAt,
    unconfirmed: null,
    isDomainLimited,
    heldSeat: heldSeatOf(held),
  };
  const became = await take[held.form](deps, held, submission);
  if (became === undefined) return { ok: false, reason: "unreadable" };
  if (became === needsStaff) return { ok: false, reason: needsStaff };
  return deps.db.transaction().execute(async (trx): Promise<ReleaseOutcome> => {
    const isMarked = await markReleased(trx, id, { at: deps.clock.now(), leadId: became.leadId });
    if (!isMarked) return { ok: false, reason: "released" };
    await recordAudit(trx, {
      action: "submission-released",
      actor: deps.actor,
      clientAddress: deps.clientAddress,
      subject: subjectOfHeld(deps, held),
      details: { submission: id, became: became.became },
    });
    return { ok: true, became: became.became };
  });
}

/** Each gives undefined where the fields can no longer be read. */
const take = { assessment: takeAssessment, "event-signup": takeSignup } as const;

async function takeAssessment(
  deps: ReleaseDeps,
  { input, resultKey }: HeldSubmission,
  submission: Submission,
): Promise<Became | undefined> {
  const parsed = assessmentSchema.safeParse(input);
  if (!parsed.success) return undefined;
  // By the clock of its arrival: what was stored of the same content since then is the same submission.
  const clock = { now: () => submission.at };
  const outcome = await submitAssessment(
    { ...deps, clock },
    {
      input: parsed.data,
      submission,
      resultKey: resultKey ?? undefined,
    },
  );
  if (!outcome.ok) throw new Error("A submission without a key of its own was taken for another.");
  return { became: "assessment", leadId: outcome.id };
}

async function takeSignup(
  deps: ReleaseDeps,
  { input }: HeldSubmission,
  submission: Submission,
): Promise<Became | typeof needsStaff | undefined> {
  const parsed = eventSignupSchema.safeParse(input);
  if (!parsed.success) return undefined;
  const standing = standingAt(deps.clock.now(), await findCurrentEvents(deps.db));
  const became = await signUpForEvent(
    { ...deps, events: { standing: () => standing } },
    parsed.data,
    submission,
  );
  if (became === needsConfirmation) {
    throw new Error("The limits of unconfirmed sign-ups were applied to an accepted one.");
  }
  if (became === needsStaff) return needsStaff;
  return { became, leadId: await findSignup(deps.db, parsed.data.email, submission.at) };
}

/** The row for which the release wrote a receipt: a new one, or that of a place that was there already. */
async function findSignup(db: Kysely<Database>, email: string, at: Date): Promise<string | null> {
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
