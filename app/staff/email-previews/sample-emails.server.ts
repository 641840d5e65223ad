import { assessmentResultEmail } from "#app/assessments/emails/assessment-result.email.server.ts";
import { newAssessmentEmail } from "#app/assessments/emails/new-assessment.email.server.ts";
import { resultPath } from "#app/assessments/questions/result-path.ts";
import type { Answers } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";
import * as news from "#app/events/emails/event-update.email.server.ts";
import { newSignupEmail } from "#app/events/emails/new-signup.email.server.ts";
import { nextDateEmail, nextDateRequestedEmail } from "#app/events/emails/next-date.email.server.ts";
import * as places from "#app/events/emails/seat.email.server.ts";
import { confirmPath } from "#app/intake/mailbox-confirmation/confirm-path.ts";
import { confirmSubmissionEmail } from "#app/intake/mailbox-confirmation/confirm-submission.email.server.ts";
import { submissionSummaryEmail } from "#app/email/outbox/submission-summary.email.ts";
import { pages } from "#app/pages/registry.ts";
import { sampleAccountEmails } from "./sample-account-emails.server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import type { SampleEmail } from "./sample-email.ts";
import {
  sampleAnswers,
  sampleEvent,
  sampleMoment,
  samplePerson,
  samplePlace,
  strongAnswers,
  waitingPlace,
} from "./sample-facts.ts";

/** A letter to nobody: its kind, and under which circumstances where a kind has several. */

/** Every kind of letter, as its writer would write it today. */
export function sampleEmails(siteUrl: string): readonly SampleEmail[] {
  return [
    ...confirmationLetters(siteUrl),
    ...assessmentLetters(siteUrl),
    ...eventLetters(siteUrl),
    of(
      "submission-summary",
      submissionSummaryEmail({ count: 57, since: sampleMoment, adminUrl: siteUrl + pages.admin.path }),
    ),
    ...sampleAccountEmails(siteUrl),
  ];
}

function confirmationLetters(siteUrl: string): SampleEmail[] {
  const confirmUrl = siteUrl + confirmPath("sample");
  const kind = "confirm-submission";
  const signup = { form: "event-signup", confirmUrl, seatHeldUntil: undefined } as const;
  return [
    of(kind, confirmSubmissionEmail({ ...signup, form: "assessment" }), "an assessment"),
    of(
      kind,
      confirmSubmissionEmail({ ...signup, seatHeldUntil: sampleMoment }),
      "a sign-up with a reserved seat",
    ),
    of(kind, confirmSubmissionEmail(signup), "a sign-up without a reserved seat"),
  ];
}

const consent = {
  email: { state: "yes", at: sampleMoment, basis: "boxes-shown", recordedBy: null },
  phone: { state: "no" },
} as const;

function assessmentLetters(siteUrl: string): SampleEmail[] {
  const { score, level } = scoreAssessment(sampleAnswers);
  const result = (answers: Answers): EmailContent =>
    assessmentResultEmail({
      answers,
      ...scoreAssessment(answers),
      takenAt: sampleMoment,
      resultUrl: siteUrl + resultPath("sample"),
    });
  return [
    of("assessment-result", result(sampleAnswers)),
    of("assessment-result", result(strongAnswers), "without a weak answer"),
    of("new-assessment", newAssessmentEmail({ ...samplePerson, score, level, consent, siteUrl })),
  ];
}

function eventLetters(siteUrl: string): SampleEmail[] {
  const event = sampleEvent;
  const seat = { place: samplePlace, event, siteUrl, calendar: undefined };
  const waiting = { ...seat, place: waitingPlace };
  const wish = { ...samplePlace, state: "next-date", placeNumber: null, event: undefined } as const;
  return [
    of("event-place", places.seatEmail(seat), "a seat"),
    of("event-place", places.seatEmail(waiting), "on the waiting list"),
    of("event-place-again", places.seatAgainEmail(seat)),
    of("event-promoted", places.promotedEmail(seat)),
    of("event-changed", news.changedLetter(seat), "to whoever has a seat"),
    of("event-changed", news.changedLetter(waiting), "to whoever waits"),
    of("event-cancelled", news.eventCanceledEmail(seat)),
    of(
      "place-given-up",
      places.seatCanceledEmail({ ...seat, place: { ...samplePlace, state: "cancelled" } }),
    ),
    of("event-reminder-day", news.dayReminderEmail(seat)),
    of("event-reminder-hour", news.hourReminderEmail(seat)),
    of("next-date-noted", nextDateRequestedEmail({ place: wish, siteUrl, isStopped: false })),
    of(
      "next-date-noted",
      nextDateRequestedEmail({ place: wish, siteUrl, isStopped: true }),
      "where notices were stopped",
    ),
    of("next-date", nextDateEmail({ place: samplePlace, event, seatsLeft: 63, siteUrl })),
    of("new-event-signup", newSignupEmail({ place: samplePlace, consent, siteUrl })),
  ];
}

/** The name stands in an address, and is the only one of its sort. */
function of(kind: string, content: EmailContent, when?: string): SampleEmail {
  if (when === undefined) return { name: kind, kind, content };
  return { name: `${kind}-${when.replaceAll(/\W+/g, "-")}`, kind, when, content };
}
