import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { deployment } from "#app/platform/deployment.ts";
import type { ChangeState, ContentChangesTable } from "#app/data/schema/content.ts";
import type { Database } from "#app/data/schema/database.ts";

export type { ChangeState };

/** A change of the site's content, from its first draft to its publication. */
export type Change = Selectable<ContentChangesTable>;

/** The states of changes that are not finished. A document has at most one such change. */
export const openStates = ["draft", "submitted", "approved"] as const satisfies readonly ChangeState[];

/** Whether a person has written a part of a change, or submitted it. */
export function isAuthor(
  { author, authors, submittedBy }: Pick<Change, "author" | "authors" | "submittedBy">,
  email: string | null,
): boolean {
  return [...authors, author, submittedBy].includes(email);
}

/** A draft that a person or a new build has returned since it was last submitted. */
export function isReturned({
  state,
  decidedAt,
  submittedAt,
}: Pick<Change, "state" | "decidedAt" | "submittedAt">): boolean {
  return state === "draft" && decidedAt !== null && (submittedAt === null || submittedAt <= decidedAt);
}

/** The people who saved versions of a change, with a person who saves the next one. */
export function addAuthor({ authors }: Pick<Change, "authors">, email: string): string[] {
  return [...new Set([...authors, email])];
}

export async function findChange(db: Kysely<Database>, id: string): Promise<Change | undefined> {
  return db.selectFrom("contentChanges").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The open change of a document. For null, the open change that restores a release. */
export async function findOpenChange(
  db: Kysely<Database>,
  document: string | null,
): Promise<Change | undefined> {
  return db
    .selectFrom("contentChanges")
    .selectAll()
    .where("document", document === null ? "is" : "=", document)
    .where("state", "in", openStates)
    .executeTakeFirst();
}

export async function listOpenChanges(db: Kysely<Database>): Promise<Change[]> {
  return db
    .selectFrom("contentChanges")
    .selectAll()
    .where("state", "in", openStates)
    .orderBy("savedAt", "desc")
    .execute();
}

/**
 * The numbers of changes that wait for an approver, of approved ones that could not be published, and of those that a new build returned
 * and no one has submitted since.
 */
export async function countWaitingChanges(
  db: Kysely<Database>,
): Promise<{ submitted: number; failed: number; returned: number }> {
  return db
    .selectFrom("contentChanges")
    .select(({ eb, fn }) => [
      fn.countAll<number>().filterWhere("state", "=", "submitted").as("submitted"),
      fn.countAll<number>().filterWhere("failure", "is not", null).as("failed"),
      fn
        .countAll<number>()
        .filterWhere("state", "=", "draft")
        .filterWhere("decidedBy", "=", deployment)
        .filterWhere(eb.or([eb("submittedAt", "is", null), eb("submittedAt", "<=", eb.ref("decidedAt"))]))
        .as("returned"),
    ])
    .where("state", "in", openStates)
    .executeTakeFirstOrThrow();
}

/** The number of returned drafts that a person wrote or submitted, and that no one has submitted again. */
export async function countReturnedChanges(db: Kysely<Database>, email: string): Promise<number> {
  const drafts = await db
    .selectFrom("contentChanges")
    .select(["author", "authors", "submittedBy", "state", "decidedAt", "submittedAt"])
    .where("state", "=", "draft")
    .where("decidedAt", "is not", null)
    .execute();
  return drafts.filter((draft) => isReturned(draft) && isAuthor(draft, email)).length;
}

/** Finished changes of a document, the newest first. */
export async function listFinishedChanges(
  db: Kysely<Database>,
  document: string,
  limit: number,
): Promise<Change[]> {
  return db
    .selectFrom("contentChanges")
    .selectAll()
    .where("document", "=", document)
    .where("state", "not in", openStates)
    .orderBy("savedAt", "desc")
    .limit(limit)
    .execute();
}

/** Locks a change until the end of the transaction, so that two people cannot decide about it at the same time. */
export async function lockChange(trx: Transaction<Database>, id: string): Promise<Change | undefined> {
  return trx.selectFrom("contentChanges").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Approved changes whose time has come by the clock of the database. */
export async function listDueChanges(db: Kysely<Database>): Promise<{ id: string }[]> {
  return db
    .selectFrom("contentChanges")
    .select("id")
    .where("state", "=", "approved")
    .where("failure", "is", null)
    .where("publishAt", "<=", sql<Date>`now()`)
    .orderBy("publishAt")
    .execute();
}
