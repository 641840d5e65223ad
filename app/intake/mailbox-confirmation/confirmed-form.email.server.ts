import type { Kysely } from "kysely";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleId } from "#app/email/definition/sample-person.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import { pages } from "#app/pages/registry.ts";

type Input = { id: string; form: LeadForm };

/**
 * Tells the firm that the sender of a form confirmed the mailbox, but that only staff can accept the form. It contains nothing from the
 * form, so that nothing is left of it when the person is erased. `about` is a row of `quarantined_submissions`.
 */
export const confirmedFormEmail = defineEmail({
  kind: "confirmed-form",
  async load({ db }: { db: Kysely<Database> }, id): Promise<Input | undefined> {
    const held = await findQuarantined(db, id);
    return held === undefined || held.releasedAt !== null ? undefined : { id, form: held.form };
  },
  render: ({ id, form }: Input, { siteUrl }) => ({
    subject: "A confirmed form needs your review",
    preview: "The sender was told that a member of your team will be in touch.",
    heading: "Please review a form",
    blocks: [
      "Someone submitted a form and confirmed their email address. Your team must still accept it. We told the sender that a member of your team will be in touch.",
      { facts: [["Form", formNames[form]]] },
      { button: { label: "Review the form", url: `${siteUrl}${pages.quarantine.path}/${id}` } },
    ],
  }),
  samples: [{ input: { id: sampleId, form: "event-signup" } }],
});
