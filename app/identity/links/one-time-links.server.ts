import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { isRole, type Role } from "#app/identity/accounts/staff.ts";
import { insertEmails } from "#app/email/outbox/outbox.server.ts";

// A link is a row. Its token is derived from the row and a key outside the database. Times are the database's, so that servers with
// different clocks agree.

type Deps = { db: Kysely<Database>; keys: Pick<IdentityKeys, "readLinkToken"> };

const validity = {
  confirm: "3 days",
  reset: "1 hour",
  invite: "7 days",
} as const satisfies Record<LinkKind, string>;

/**
 * Validity of a reset link to an address that is not confirmed. It is as long as the window of the limit on emails to its mailbox
 * (`linksByMailbox`), so the newest link works at the limit.
 */
const unconfirmedResetValidity = "1 day";

const emailKinds = {
  confirm: "account-confirm",
  reset: "account-reset",
  invite: "account-invitation",
} as const satisfies Record<LinkKind, string>;

/** A link that can still be used. */
export type OpenLink = {
  id: string;
  email: string;
  /** Null for an invitation, which creates the account. */
  accountId: string | null;
  role: Role | null;
  roleEndsAt: Date | null;
  inviterName: string | null;
  expiresAt: Date;
};

/** @returns undefined if the token is not valid, or its link was used, expired or replaced */
export async function findLink(
  { db, keys }: Deps,
  kind: LinkKind,
  token: string,
): Promise<OpenLink | undefined> {
  const id = keys.readLinkToken(kind, token);
  return id === undefined ? undefined : findOpenLink(db, kind, id);
}

/** Finds an open link by its row. */
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

/** Finds the open invitation of an email address. There is at most one, because a new one ends earlier ones. */
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
 * Redeems a link, in the transaction of its effect. Only one of several concurrent requests succeeds.
 * @returns undefined if the link can no longer be used
 */
export async function redeemLink(
  trx: Transaction<Database>,
  kind: LinkKind,
  id: string,
): Promise<{ email: string; role: Role | null; roleEndsAt: Date | null } | undefined> {
  const redeemed = await trx
    .updateTable("staffLinks as link")
    // Cleanup deletes links by `expires_at`.
    .set({ usedAt: sql`now()`, expiresAt: sql`now()` })
    .where("link.id", "=", id)
    .where("link.kind", "=", kind)
    .where(isOpen("link"))
    .returning(["link.email", "link.role", "link.roleEndsAt"])
    .executeTakeFirst();
  return redeemed && { ...redeemed, role: isRole(redeemed.role) ? redeemed.role : null };
}

/**
 * Creates a link for an account and ends earlier ones of its kind. Without an account, the same statements run without effect, so that the
 * response time does not reveal which addresses are registered.
 * @param kind `confirm` applies only to unconfirmed addresses
 * @param email undefined runs the same statements without creating a link
 */
export async function makeAccountLink(
  trx: Transaction<Database>,
  kind: "confirm" | "reset",
  email: string | undefined,
): Promise<{ id: string; accountId: string } | undefined> {
  // A concurrent request waits here and then ends this link.
  await sql`select from staff_users where email = ${email ?? null}::text for update`.execute(trx);
  const { rows } = await sql<{ id: string; accountId: string }>`
    with account as (
      select id, email, email_verified from staff_users
      where email = ${email ?? null}::text and (${kind !== "confirm"}::boolean or not email_verified)
    ), ended as (
      update staff_links set expires_at = now()
      where kind = ${kind} and user_id = (select id from account) and used_at is null and expires_at > now()
    )
    insert into staff_links (kind, email, user_id, expires_at)
    select ${kind}, email, id,
      now() + (case when ${kind === "reset"}::boolean and not email_verified then ${unconfirmedResetValidity} else ${validity[kind]} end)::interval
    from account
    returning id, user_id as account_id`.execute(trx);
  return rows[0];
}

/** Whether an account has an open link of a kind. */
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

/** Creates an invitation and ends earlier ones to the same address. */
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
      expiresAt: sql`now() + ${validity.invite}::interval`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Queues the email with a link, which expires with the link. @param id undefined runs the same statement without effect */
export async function sendLink(
  trx: Transaction<Database>,
  kind: LinkKind,
  id: string | undefined,
): Promise<void> {
  await insertEmails(
    sql`select ${emailKinds[kind]}, email, id, null, expires_at from staff_links where id = ${id ?? null}::uuid`,
  ).execute(trx);
}

/** Ends unused links. @param which a condition on staff_links */
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
 * Ends the open invitations of an account. Used when its person regains it, because a thief may have sent them. The caller holds the lock of
 * the roles (`lockRoles`), which accepting an invitation takes first.
 */
export async function endInvitationsBy(trx: Transaction<Database>, accountId: string): Promise<void> {
  await endLinks(trx, sql`kind = 'invite' and invited_by = ${accountId}`);
}

/**
 * The condition under which a link can be used. An invitation is open only while its sender is an owner, so that former owners cannot admit
 * anyone. It uses `clock_timestamp()`, because a transaction that waited for the end of the link started before that end.
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
