import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listPostalAddressLines } from "#content/disclosures.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { Email } from "#app/email/definition/define-email.server.ts";
import { maskSecrets } from "#app/email/definition/email-content.ts";

/** An email that demo data claims to have sent. Nothing is delivered. */
export type PastEmail = {
  id: string;
  kind: string;
  recipient: string;
  about: string;
  at: Date;
  /** The mail server’s reply if it rejected the email; undefined if it accepted it. */
  reply: string | undefined;
};

type Deps = {
  db: Kysely<Database>;
  siteUrl: string;
  /** The emails by kind, on a clock that shows the given time. */
  emailsAt(at: Date): Readonly<Record<string, Pick<Email, "category" | "compose">>>;
};

/** Renders emails as of their time and stores them as sent. */
export async function storePastEmails(deps: Deps, emails: readonly PastEmail[]): Promise<void> {
  for (const email of emails) await storePastEmail(deps, email);
}

async function storePastEmail({ db, siteUrl, emailsAt }: Deps, email: PastEmail): Promise<void> {
  const { id, kind, recipient, about, at, reply } = email;
  const definition = emailsAt(at)[kind];
  const content = await definition?.compose(about);
  if (definition === undefined || content === undefined) {
    throw new Error(`No email of the kind ${kind} applies.`);
  }
  const { category } = definition;
  const { preferencesKey } = await db
    .insertInto("letters")
    .values({
      id,
      kind,
      recipient,
      about,
      subject: content.subject,
      state: reply === undefined ? "sent" : "given-up",
      attempts: 1,
      lastReply: reply ?? "250 2.0.0 Ok",
      createdAt: at,
      nextTryAt: at,
      settledAt: new Date(at.getTime() + 2_000),
    })
    .returning("preferencesKey")
    .executeTakeFirstOrThrow();
  const { text, html } = renderEmail(content, {
    category,
    siteUrl,
    postalAddressLines: listPostalAddressLines(),
    preferencesKey,
  });
  const mask = (rendered: string): string => maskSecrets(rendered, content.secrets);
  await db
    .updateTable("letters")
    .set({ bodyText: mask(text), bodyHtml: mask(html) })
    .where("id", "=", id)
    .execute();
}

/** Deletes emails about some rows, and emails whose id is in a range and matches a pattern. @returns the number deleted */
export async function deleteEmailsAbout(
  trx: Transaction<Database>,
  about: readonly string[],
  ids: { first: string; last: string; pattern: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from letters
    where about = any(${[...about]}::uuid[]) or (id between ${ids.first} and ${ids.last} and id::text like ${ids.pattern})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}
