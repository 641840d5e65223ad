import type { Kysely } from "kysely";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleId, samplePerson } from "#app/email/definition/sample-person.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import { pages } from "#app/pages/registry.ts";

type Input = { id: string; form: LeadForm; name: string; email: string };

/**
 * Tells the firm that the sender of a form confirmed the mailbox, but that only staff can accept the form, because the page promised the sender
 * that someone will. `about` is a row of `quarantined_submissions`.
 */
export const confirmedFormEmail = defineEmail({
  kind: "confirmed-form",
  async load({ db }: { db: Kysely<Database> }, id): Promise<Input | undefined> {
    const held = await findQuarantined(db, id);
    if (held === undefined || held.releasedAt !== null) return undefined;
    const { form, input } = held;
    return { id, form, name: readText(input["name"]) || "Someone", email: readText(input["email"]) };
  },
  render: ({ id, form, name, email }, { siteUrl }) => ({
    subject: "A confirmed form waits for your review",
    preview: "The sender was told that a member of your team will be in touch.",
    heading: "Please review a form",
    blocks: [
      `${name} confirmed the email address of a form, but only your team can accept it. The sender was told that a member of your team will be in touch.`,
      {
        facts: [
          ["Form", formNames[form]],
          ["Email", email],
        ],
      },
      { button: { label: "Review the form", url: `${siteUrl}${pages.quarantine.path}/${id}` } },
    ],
    replyTo: { name, address: email },
  }),
  samples: [{ input: { ...samplePerson, id: sampleId, form: "event-signup" } }],
});

/** A submitted field. The sender is unknown and may have omitted it. */
function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
