import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { isRole, type Role } from "#app/identity/accounts/staff.ts";
import { insertEmails } from "#app/email/outbox/outbox.server.ts";

// A link is a row; what is sent is made from it and a key that is not in the database. Its times are the database's own, so
// that servers whose clocks differ agree.

type Deps = { db: Kysely<Database>; keys: Pick<IdentityKeys, "readLinkToken"> };

const goodFor = {
  confirm: "3 days",
  reset: "1 hour",
  invite: "7 days",
} as const satisfies Record<LinkKind, string>;

const letterOf = {
  confirm: "account-confirm",
  reset: "account-reset",
  invite: "account-invitation",
} as const satisfies Record<LinkKind, string>;

/** What a link that can still be used is about. */
export type OpenLink = {
  id: string;
  email: string;
  /** Of an invitation there is no account yet. */
  accountId: string | null;
  role: Role | null;
  roleEndsAt: Date | null;
  inviterName: string | null;
  expiresAt: Date;
};

/** @returns undefined where the token is none of ours, or its link was used, has ended or was followed by a newer one */
export async function findLink(
  { db, keys }: Deps,
  kind: LinkKind,
  token: string,
): Promise<OpenLink | undefined> {
  const id = keys.readLinkToken(kind, token);
  return id === undefined ? undefined : findOpenLink(db, kind, id);
}

/** The same, by the row. */
export async function findOpenLink(
  db: Kysely<Database>,
  kind: LinkKind,
  id: string,
): Promise<OpenLink | undefined> {
  const found = await db
    .selectFrom("staffLinks as link")
    .leftJoin("staffUsers as inviter", "inviter.id", "link.invitedBy")
    .select(["link.id", "link.email", "link.userId as accountId", "link.role", "link.roleEndsAt"])
    .select(["link.expiresAt", "inviter.name as inviterName"])
    .where("link.id", "=", id)
    .where("link.kind", "=", kind)
    .where(isOpen("link"))
    .executeTakeFirst();
  return found && { ...found, role: isRole(found.role) ? found.role : null };
}

/** The invitation that an address can still accept; of several there is one, since a newer one ends those before it. */
export async function findOpenInvitation(
  db: Kysely<Database>,
  email: string,
): Promise<{ id: string; role: string | null } | undefined> {
  return db
    .selectFrom("staffLinks as link")
    .select(["link.id", "link.role"])
    .where("link.kind", "=", "invite")
    .where("link.email", "=", email)
    .where(isOpen("link"))
    .executeTakeFirst();
}

/**
 * Uses a link up, in the transaction of what it does. Of two who do so at once one gets it.
 * @returns undefined where it can no longer be used
 */
export async function redeemLink(
  trx: Transaction<Database>,
  kind: LinkKind,
  id: string,
): Promise<{ email: string; role: Role | null; roleEndsAt: Date | null } | undefined> {
  const redeemed = await trx
    .updateTable("staffLinks as link")
    // That is its end: the sweep goes by it.
    .set({ usedAt: sql`now()`, expiresAt: sql`now()` })
    .where("link.id", "=", id)
    .where("link.kind", "=", kind)
    .where(isOpen("link"))
    .returning(["link.email", "link.role", "link.roleEndsAt"])
    .executeTakeFirst();
  return redeemed && { ...redeemed, role: isRole(redeemed.role) ? redeemed.role : null };
}

/**
 * Makes a link for the account with an address, and ends older ones of its kind. Where there is none to make it for, the same
 * statements run and do nothing: no time tells a stranger which addresses are known.
 * @param kind `confirm` makes one only where the address is not confirmed yet
 * @param email undefined: the same statements run and make no link
 */
export async function makeAccountLink(
  trx: Transaction<Database>,
  kind: "confirm" | "reset",
  email: string | undefined,
): Promise<{ id: string; accountId: string } | undefined> {
  // Whoever asks at the same moment waits here, and then ends this link.
  await sql`select from staff_users where email = ${email ?? null}::text for update`.execute(trx);
  const { rows } = await sql<{ id: string; accountId: string }>`
    with account as (
      select id, email from staff_users
      where email = ${email ?? null}::text and (${kind !== "confirm"}::boolean or not email_verified)
    ), ended as (
      update staff_links set expires_at = now()
      where kind = ${kind} and user_id = (select id from account) and used_at is null and expires_at > now()
    )
    insert into staff_links (kind, email, user_id, expires_at)
    select ${kind}, email, id, now() + ${goodFor[kind]}::interval from account
    returning id, user_id as account_id`.execute(trx);
  return rows[0];
}

/** Whether an account has a link of a kind that can still be used. */
export async function hasOpenLink(
  trx: Transaction<Database>,
  kind: "confirm" | "reset",
  accountId: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    select from staff_links as link
    where link.kind = ${kind} and link.user_id = ${accountId ?? null} and ${isOpen("link")} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Makes the link of an invitation, and ends older ones to the same address. */
export async function makeInvitation(
  trx: Transaction<Database>,
  invitation: { email: string; role: Role; roleEndsAt: Date | null; invitedBy: string },
): Promise<{ id: string }> {
  await endLinks(trx, sql`kind = 'invite' and email = ${invitation.email}`);
  return trx
    .insertInto("staffLinks")
    .values({
      kind: "invite",
      ...invitation,
      userId: null,
      usedAt: null,
      expiresAt: sql`now() + ${goodFor.invite}::interval`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Writes the letter that carries a link. It is given up when the link ends. @param id undefined: none, by the same statement */
export async function sendLink(
  trx: Transaction<Database>,
  kind: LinkKind,
  id: string | undefined,
): Promise<void> {
  await insertEmails(
    sql`select ${letterOf[kind]}, email, id, null, expires_at from staff_links where id = ${id ?? null}::uuid`,
  ).execute(trx);
}

/** Ends links that nobody has used, before their time. @param which a condition on staff_links */
export async function endLinks(
  trx: Transaction<Database>,
  which: RawBuilder<unknown>,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update staff_links set expires_at = now()
    where used_at is null and expires_at > now() and (${which}) returning id`.execute(trx);
  return rows;
}

/**
 * The condition under which a link can be used. An invitation ends with the right of whoever sent it: else somebody who was an owner could
 * go on letting people in. The clock's own time, not that at which the transaction began: who has waited for whoever ended the link began
 * before its end.
 */
export function isOpen(table: "link"): RawBuilder<boolean> {
  const link = (column: string) => sql.ref(`${table}.${column}`);
  return sql<boolean>`(
    ${link("used_at")} is null and ${link("expires_at")} > clock_timestamp()
    and (${link("kind")} <> 'invite' or exists (
      select from staff_users as owner where owner.id = ${link("invited_by")} and owner.role = 'owner'
    ))
  )`;
}
