import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { QuarantinedSubmission, SeatReleaser } from "./quarantine.server.ts";

/** The record that an accepted submission was stored as. */
export type AcceptedAs = "assessment" | "seat" | "waiting" | "next-date";

/**
 * Why only staff can accept a confirmed sign-up: another address of its mailbox is already signed up for the event, or its mail domain has
 * its share of the seats.
 */
export type StaffDecision = "mailbox-has-place" | "domain-limit";

/** @property leadId id of the stored row, if it is known */
export type AcceptedLead = { acceptedAs: AcceptedAs; leadId: string | null };

/**
 * The operations that intake needs from a form. The areas that own the forms implement it, and the program injects it, because intake
 * imports none of them.
 */
export type FormHandler = {
  /**
   * Stores a quarantined submission with the form's command.
   * @returns `unreadable` if the form's fields have changed since it was quarantined; the reason if only staff can accept it
   */
  accept(
    deps: { db: Kysely<Database>; clock: Clock; outbox: Outbox },
    quarantined: QuarantinedSubmission,
    submission: Submission,
  ): Promise<AcceptedLead | "unreadable" | StaffDecision>;
  /** The path of the page that shows the result of an accepted submission. */
  findResultPath(
    deps: { db: Kysely<Database>; clock: Clock },
    accepted: QuarantinedSubmission,
  ): Promise<string>;
};

export type FormHandlers = Readonly<Record<LeadForm, FormHandler>> & SeatReleaser;
