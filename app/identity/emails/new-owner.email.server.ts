import type { Kysely } from "kysely";
import { findAuditEvent } from "#app/audit/list-audit-events.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { samplePerson, sampleTime } from "#app/email/definition/sample-person.ts";
import { parseAuditEventReference } from "#app/identity/account-changes/audit-event-reference.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { practice } from "#content/practice.ts";
import { formatTime } from "./account-email-facts.ts";

/** To every other owner: someone was invited as an owner or became one. `about` refers to the entry of the audit log. */
export const newOwnerEmail = defineEmail({
  kind: "account-new-owner",
  async load({ db }: { db: Kysely<Database> }, about) {
    const id = parseAuditEventReference(about);
    const event = id === undefined ? undefined : await findAuditEvent(db, id);
    if (event === undefined) return undefined;
    return {
      isInvitation: event.action === "invitation-sent",
      at: event.at,
      email: await findSubjectEmail(db, event.subject),
      by: event.actorEmail ?? undefined,
    };
  },
  render({ isInvitation, at, email, by }, { siteUrl }) {
    const subject = isInvitation
      ? `Someone was invited to be an owner of ${practice.firmName}’s staff area`
      : `${practice.firmName}’s staff area has a new owner`;
    return {
      subject,
      preview: "If you don’t know about this, please check it now.",
      heading: isInvitation ? "Someone was invited to be an owner" : "The staff area has a new owner",
      blocks: [
        "Owners can read and export every lead, invite colleagues and change their roles. That is why all owners get this email.",
        {
          facts: [
            [isInvitation ? "Invited" : "New owner", email ?? "The account or invitation no longer exists"],
            ...(by === undefined || by === email ? [] : [["By", by] as const]),
            ["When", formatTime(at)],
          ],
        },
        { button: { label: "Open the team page", url: siteUrl + accountPaths.team } },
        isInvitation
          ? "If none of you intended this, withdraw the invitation there and sign out the account that sent it. Its owner should then set a new password."
          : "If none of you intended this, change the role back there and sign out the account. The owner who granted the role should then set a new password.",
      ],
    };
  },
  samples: [
    {
      when: "by invitation",
      input: { isInvitation: true, at: sampleTime, email: samplePerson.email, by: "owner@example.com" },
    },
    {
      when: "with immediate effect",
      input: { isInvitation: false, at: sampleTime, email: samplePerson.email, by: "owner@example.com" },
    },
  ],
});

/** @param subject of an audit event, such as `account:<id>` or `invitation:<id>` */
async function findSubjectEmail(db: Kysely<Database>, subject: string | null): Promise<string | undefined> {
  const [kind, id = ""] = subject?.split(":") ?? [];
  const row =
    kind === "invitation"
      ? await db.selectFrom("staffLinks").select("email").where("id", "=", id).executeTakeFirst()
      : await db.selectFrom("staffUsers").select("email").where("id", "=", id).executeTakeFirst();
  return row?.email;
}
