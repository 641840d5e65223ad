import type { Kysely } from "kysely";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { timeIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { confirmPath } from "./confirm-path.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  spamCheckKeys: Pick<SpamCheckKeys, "issueConfirmationToken">;
};

type Input = {
  form: LeadForm;
  /** Secret: anyone who has it can accept the submission. */
  token: string;
  /** Until when a seat is held; undefined if none is held. */
  seatHeldUntil: Date | undefined;
};

/**
 * Asks the owner of a mailbox to confirm a form. Anyone can type any address, so the email states why it was sent and contains nothing
 * from the form. `about` is a row of `quarantined_submissions`.
 */
export const confirmSubmissionEmail = defineEmail({
  kind: "confirm-submission",
  async load({ db, clock, spamCheckKeys }: Deps, id): Promise<Input | undefined> {
    const held = await findQuarantined(db, id);
    if (held === undefined || held.releasedAt !== null || held.reason === "honeypot") return undefined;
    const now = clock.now();
    const { form, seatHeldUntil } = held;
    return {
      form,
      token: spamCheckKeys.issueConfirmationToken(id, now),
      seatHeldUntil: seatHeldUntil !== null && seatHeldUntil > now ? seatHeldUntil : undefined,
    };
  },
  render({ form, token, seatHeldUntil }: Input, { siteUrl }) {
    const { subject, request, button } = texts[form];
    return {
      subject,
      preview: "Press the button in this email to complete your request.",
      heading: "Please confirm your email address",
      blocks: [
        request,
        ...(seatHeldUntil === undefined
          ? []
          : [`We’re holding a seat for you until ${timeIn(practice.timeZone, seatHeldUntil)}.`]),
        { button: { label: button, url: siteUrl + confirmPath(token) } },
        "The button opens a page on our site. Nothing happens until you press the button there.",
        `If you didn’t fill in this form, ignore this email. Someone probably entered your address by mistake. Questions? Write to ${practice.email} or call ${practice.phone.display}.`,
      ],
    };
  },
  samples: [
    { when: "assessment", input: { form: "assessment", token: "sample", seatHeldUntil: undefined } },
    {
      when: "sign-up with a held seat",
      input: { form: "event-signup", token: "sample", seatHeldUntil: sampleTime },
    },
    {
      when: "sign-up without a seat",
      input: { form: "event-signup", token: "sample", seatHeldUntil: undefined },
    },
  ],
});

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
