import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { timeIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";

/**
 * Asks the owner of a mailbox to confirm a form. Anyone can type any address, so the email states why it was sent and contains nothing
 * from the form.
 */
export function confirmSubmissionEmail(input: {
  form: LeadForm;
  /** Secret: anyone who has it can accept the submission. */
  confirmUrl: string;
  /** Until when a seat is held; undefined if none is held. */
  seatHeldUntil: Date | undefined;
}): EmailContent {
  const { form, confirmUrl, seatHeldUntil } = input;
  const { subject, request, button } = texts[form];
  return {
    subject,
    preview: "Press the button in this email to complete your request.",
    topic: "essential",
    audience: "visitor",
    heading: "Please confirm your email address",
    blocks: [
      request,
      ...(seatHeldUntil === undefined
        ? []
        : [`We hold a seat for you until ${timeIn(practice.timeZone, seatHeldUntil)}.`]),
      { button: { label: button, url: confirmUrl } },
      "The button opens a page on our site. Nothing happens until you press the button there.",
      `If you did not fill in this form, ignore this email. Your address was probably typed by mistake. You can also write to ${practice.email} or call ${practice.phone.display}.`,
    ],
  };
}

const texts = {
  assessment: {
    subject: "Please confirm your Pre-LOI Assessment",
    request:
      "Someone used this address for the Pre-LOI Assessment on our site. If it was you, confirm your address to see your result.",
    button: "Confirm my assessment",
  },
  "event-signup": {
    subject: "Please confirm your sign-up for the live event",
    request:
      "Someone used this address to sign up for a live event on our site. If it was you, confirm your address to complete your sign-up.",
    button: "Confirm my sign-up",
  },
} as const satisfies Record<LeadForm, { subject: string; request: string; button: string }>;
