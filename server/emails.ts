import { assessmentResultEmail } from "#app/assessments/emails/assessment-result.email.server.ts";
import { newAssessmentEmail } from "#app/people/alerts/new-assessment.email.server.ts";
import { backupOverdueEmail } from "#app/backup/schedule/backup-overdue.email.server.ts";
import { recordHashesEmail } from "#app/compliance/chains/record-hashes.email.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { EmailRegistry } from "#app/email/definition/define-email.server.ts";
import { submissionSummaryEmail } from "#app/email/outbox/submission-summary.email.server.ts";
import {
  dayReminderEmail,
  eventCanceledEmail,
  eventChangedEmail,
  hourReminderEmail,
} from "#app/events/emails/event-update.email.server.ts";
import { newSignupEmail } from "#app/people/alerts/new-signup.email.server.ts";
import { nextDateEmail, nextDateRequestedEmail } from "#app/events/emails/next-date.email.server.ts";
import {
  promotionEmail,
  repeatedSignupEmail,
  signupCanceledEmail,
  signupEmail,
} from "#app/events/emails/signup.email.server.ts";
import {
  accountApprovedEmail,
  accountChangedEmail,
  accountWaitingEmail,
} from "#app/identity/emails/account-change.email.server.ts";
import {
  confirmAddressEmail,
  invitationEmail,
  resetPasswordEmail,
} from "#app/identity/emails/account-link.email.server.ts";
import { newOwnerEmail } from "#app/identity/emails/new-owner.email.server.ts";
import { messageEmails } from "#app/events/messages/event-message.email.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { confirmedFormEmail } from "#app/intake/mailbox-confirmation/confirmed-form.email.server.ts";
import { confirmSubmissionEmail } from "#app/intake/mailbox-confirmation/confirm-submission.email.server.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { answerAlertEmail } from "#app/people/digests/answer-alert.email.server.ts";
import { mondayDigestEmail } from "#app/people/digests/monday-digest.email.server.ts";
import { morningListEmail } from "#app/people/digests/morning-list.email.server.ts";
import type { Clock } from "#app/platform/clock.ts";

type LeadEmailDeps = { db: DatabaseConnection["db"]; clock: Clock; siteUrl: string };

type EmailDeps = LeadEmailDeps & { keys: IdentityKeys; spamCheckKeys: SpamCheckKeys };

/** The definition of every kind of email. The compiler reports a missing one. */
export function createEmails(deps: EmailDeps): EmailRegistry {
  return {
    ...createLeadEmails(deps),
    "record-hashes": recordHashesEmail.connect(deps),
    "backup-overdue": backupOverdueEmail.connect(deps),
    "confirm-submission": confirmSubmissionEmail.connect(deps),
    "confirmed-form": confirmedFormEmail.connect(deps),
    "account-confirm": confirmAddressEmail.connect(deps),
    "account-reset": resetPasswordEmail.connect(deps),
    "account-invitation": invitationEmail.connect(deps),
    "account-waiting": accountWaitingEmail.connect(deps),
    "account-new-owner": newOwnerEmail.connect(deps),
    "account-approved": accountApprovedEmail.connect(deps),
    "account-changed": accountChangedEmail.connect(deps),
  };
}

/** The emails that contain no signed link, so they need no keys. */
export function createLeadEmails(deps: LeadEmailDeps) {
  return {
    "assessment-result": assessmentResultEmail.connect(deps),
    "new-assessment": newAssessmentEmail.connect(deps),
    "event-place": signupEmail.connect(deps),
    "event-place-again": repeatedSignupEmail.connect(deps),
    "event-promoted": promotionEmail.connect(deps),
    "place-given-up": signupCanceledEmail.connect(deps),
    "event-changed": eventChangedEmail.connect(deps),
    "event-cancelled": eventCanceledEmail.connect(deps),
    "event-reminder-day": dayReminderEmail.connect(deps),
    "event-reminder-hour": hourReminderEmail.connect(deps),
    "next-date-noted": nextDateRequestedEmail.connect(deps),
    "next-date": nextDateEmail.connect(deps),
    "event-notice": messageEmails.notice.connect(deps),
    "event-waiting-news": messageEmails["waiting-news"].connect(deps),
    "event-replay": messageEmails.replay.connect(deps),
    "event-missed": messageEmails.missed.connect(deps),
    "event-invitation": messageEmails.invitation.connect(deps),
    "new-event-signup": newSignupEmail.connect(deps),
    "morning-list": morningListEmail.connect(deps),
    "monday-digest": mondayDigestEmail.connect(deps),
    "answer-alert": answerAlertEmail.connect(deps),
    "submission-summary": submissionSummaryEmail.connect(deps),
  } satisfies Partial<EmailRegistry>;
}
