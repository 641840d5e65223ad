import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { JobQueue } from "#app/data/job-queue.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { disclosures, postalAddressLines } from "#content/disclosures.ts";

/** A letter as its writer hands it over; the frame is added here. */
export type Letter = {
  /** Which letter it is, e.g. `new-assessment`. */
  kind: string;
  recipient: string;
  subject: string;
  paragraphs: readonly string[];
};

/** Writes letters into the transaction that causes them. */
export type Outbox = {
  /** The letter and the job that carries it exist if and only if `trx` commits. */
  put(trx: Kysely<Database>, letter: Letter): Promise<void>;
};

export function createOutbox(deps: { jobs: Pick<JobQueue, "add"> }): Outbox {
  return {
    async put(trx, letter) {
      const { id } = await trx
        .insertInto("letters")
        .values({
          kind: letter.kind,
          recipient: letter.recipient,
          subject: letter.subject,
          bodyText: frame(letter.paragraphs),
          settledAt: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await deps.jobs.add(trx, "carry-letter", { letterId: id });
    },
  };
}

/**
 * Carries one letter to its end. There is no way out of the house yet, so its end is to be kept here.
 * Doing it twice changes nothing.
 */
export async function carryLetter(
  deps: { db: Kysely<Database>; clock: Clock },
  letterId: string,
): Promise<void> {
  await deps.db
    .updateTable("letters")
    .set((eb) => ({
      state: "kept",
      attempts: eb("attempts", "+", 1),
      settledAt: deps.clock.now(),
    }))
    .where("id", "=", letterId)
    .where("state", "=", "waiting")
    .execute();
}

/** Every letter ends with who sent it, from where, and the disclosures. */
function frame(paragraphs: readonly string[]): string {
  return [...paragraphs, ["--", ...postalAddressLines].join("\n"), ...disclosures].join("\n\n");
}
