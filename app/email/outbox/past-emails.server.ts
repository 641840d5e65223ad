import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { postalAddressLines } from "#content/disclosures.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { Composers } from "#app/email/rendering/email-content.ts";
import { maskSecrets } from "#app/email/rendering/mask-secrets.ts";

/** A letter as if it had left at some time, for data that is made up. Nobody is written to. */
export type PastEmail = {
  id: string;
  kind: string;
  recipient: string;
  about: string;
  at: Date;
  /** What the other side said where it did not take it; undefined: it did. */
  reply: string | undefined;
};

type Deps = { db: Kysely<Database>; siteUrl: string; composersAt(at: Date): Composers };

/** Writes letters by their own writers, each by the clock of its time, and keeps them as having left. */
export async function storePastEmails(deps: Deps, letters: readonly PastEmail[]): Promise<void> {
  for (const letter of letters) await storePastLetter(deps, letter);
}

async function storePastLetter({ db, siteUrl, composersAt }: Deps, letter: PastEmail): Promise<void> {
  const { id, kind, recipient, about, at, reply } = letter;
  const content = await composersAt(at)[kind]?.(about);
  if (content === undefined) throw new Error(`There is nothing to write in a letter of the kind ${kind}.`);
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
  const { text, html } = renderEmail(content, { siteUrl, postalAddressLines, preferencesKey });
  const kept = (written: string): string => maskSecrets(written, content.secrets);
  await db
    .updateTable("letters")
    .set({ bodyText: kept(text), bodyHtml: kept(html) })
    .where("id", "=", id)
    .execute();
}

/** Removes letters by what they are about, or by ids between two that are of a pattern. @returns how many went */
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
