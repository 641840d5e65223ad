import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";

/** A letter to be written: what it will say is decided when it leaves. */
export type NewLetter = {
  /** Which letter it is, e.g. `new-assessment`: the name of its writer. */
  kind: string;
  recipient: string;
  /** The row that it is about. */
  about: string;
};

/** Puts letters into the transaction that causes them: they exist if and only if it commits. */
export type Outbox = {
  put(trx: Kysely<Database>, letter: NewLetter): Promise<void>;
  /** A letter for each row of a query of the caller's. @param rows see `insertLetters` */
  putAll(trx: Kysely<Database>, rows: RawBuilder<unknown>): Promise<void>;
  /** Takes back letters of a kind that nobody has tried to send yet. @param about the rows that they are about */
  withdraw(trx: Kysely<Database>, kind: string, about: readonly string[]): Promise<void>;
  /** Says that letters were committed, so that they need not wait to be found. */
  wake(): void;
};

/** @param wake what to do when letters were committed */
export function createOutbox(wake: () => void): Outbox {
  return {
    async put(trx, { kind, recipient, about }) {
      await trx.insertInto("letters").values({ kind, recipient, about }).execute();
    },
    async putAll(trx, rows) {
      await insertLetters(rows).execute(trx);
    },
    async withdraw(trx, kind, about) {
      await sql`delete from letters
        where kind = ${kind} and about = any(${[...about]}) and state = 'waiting' and attempts = 0`.execute(
        trx,
      );
    },
    wake,
  };
}

/**
 * The statement that writes a letter for each row of a query; to be run, or to stand in a `with` of the caller's.
 * @param rows a query of the columns kind, recipient, about, once and not_after, in this order. `once`: a name under which
 * the letter is written a single time, or null. `not_after`: the moment from which it would only confuse, or null
 */
export function insertLetters(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into letters (kind, recipient, about, once, not_after) ${rows} on conflict (once) do nothing`;
}
