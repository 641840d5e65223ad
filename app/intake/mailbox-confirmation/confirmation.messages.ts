import type { StaffDecision } from "#app/intake/quarantine/form-handler.server.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import { practice } from "#content/practice.ts";

const callUs = (): string => `call us at ${practice.phone.display}`;

/** The page after a form whose mailbox must be confirmed. Its text is the same for known and unknown addresses. */
export const checkEmailMessages = {
  heading: "Check your email",
  lead: "We received your form. To complete your request, open the email we are sending you and press the button in it.",
  steps: [
    "The email usually arrives within a minute. Its subject starts with “Please confirm”.",
    "If nothing arrives, check your spam folder. We send at most three of these emails to one mailbox in a day.",
  ],
  seat: "If we are holding a seat for you, the email says how long.",
  get help() {
    return `Nothing you typed is lost: we also review requests that are not confirmed. If you need help, ${callUs()}.`;
  },
} as const;

/** The same page on a server that sends no email. */
export const waitForStaffMessages = {
  heading: "We have your request",
  lead: "A member of our team will review it and contact you.",
  steps: ["Your answers are saved, so you don’t have to send the form again."],
  seat: "Not confirmed until you hear from us.",
  get help() {
    return `If it’s urgent, ${callUs()}.`;
  },
} as const;

/** The page behind the link in the email. It names no one, because the email may have been forwarded. */
export const confirmMessages: Record<LeadForm, { lead: string; button: string }> = {
  assessment: {
    lead: "Press the button to confirm your email address and see the result of your Pre-LOI Assessment.",
    button: "Confirm and see my result",
  },
  "event-signup": {
    lead: "Press the button to confirm your email address and complete your sign-up for the live event.",
    button: "Confirm my sign-up",
  },
};

export const confirmHeading = "Confirm your email address";

export const confirmNote = (): string =>
  `If you did not fill in a form on our site, close this page. Nothing happens unless you press the button. For questions, ${callUs()}.`;

/** The mailbox is confirmed, but only staff can accept the sign-up. */
export const staffDecisionMessages = {
  heading: "We will confirm your request",
  leads: {
    "mailbox-has-place":
      "Thank you for confirming your email address. Another email address for your inbox is already signed up for this event, and we reserve one seat per inbox. A member of our team will review your request and contact you.",
    "domain-limit":
      "Thank you for confirming your email address. Many people from your organization have signed up for this event, so a member of our team will review your request and contact you.",
  } satisfies Record<StaffDecision, string>,
  get help() {
    return `You don’t have to do anything else. Your seat is not confirmed until you hear from us. If it’s urgent, ${callUs()}.`;
  },
} as const;

/** The submission was stored by an older version of the program and can no longer be read. */
export const unreadableNotice = {
  title: "We could not complete your request",
  get description() {
    return `Please ${callUs()}: we have everything you typed and will complete it for you.`;
  },
} as const;
