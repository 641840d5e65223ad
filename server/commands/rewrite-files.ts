import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConnection } from "#app/data/connect.server.ts";
import { type RewriteOutcome, rewriteErased } from "#app/leads/person/rewrite-erased.server.ts";
import { done, refused, type Report } from "./command.ts";

/** A moment ago erased rows are visible to every transaction that was open then; most of them are short. */
const maxWaitMs = 20_000;

/** Rewrites the database files after erasures now, however long the tables are locked for it. */
export async function rewriteFiles(database: Pick<DatabaseConnection, "db" | "pool">): Promise<Report> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const outcome = await rewriteErased(database);
    if (outcome.kind !== "still-visible" || Date.now() > deadline) return reportOf(outcome);
    await sleep(250);
  }
}

function reportOf(outcome: RewriteOutcome): Report {
  switch (outcome.kind) {
    case "done":
      return done(`${rewritten} ${outcome.isLogCleared ? logCleared : logNotCleared}`);
    case "nothing-due":
      return done("Nobody was erased since the last rewrite. Nothing was done.");
    case "claimed":
      return refused("The files are being rewritten already. If that failed, try again in half an hour.");
    case "still-visible":
      return refused(
        "A transaction that began before the erasure is still open, most likely an export or a backup. Try again when it has ended.",
      );
  }
}

const rewritten = "The tables and indexes were rewritten: their files hold nothing of erased people.";
const logCleared = "The write-ahead log before it was removed.";
const logNotCleared =
  "The write-ahead log was not cleared: this database role may not. It holds erased values until the database server has reused or removed its segments.";
