import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { type RewriteOutcome, rewriteErased } from "#app/people/erasure/rewrite-erased.server.ts";
import { done, refused, type Report } from "./command.ts";

/** Recently erased rows stay visible to transactions that were open at the time. Most of those end soon. */
const maxWaitMs = 20_000;

/** Rewrites the database files after erasures now, without a limit on table lock time. */
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
      return refused("A rewrite is already running. If it failed, try again in half an hour.");
    case "still-visible":
      return refused(
        "A transaction that started before the erasure is still open, probably an export or a backup. Try again when it has ended.",
      );
  }
}

const rewritten = "The tables and indexes were rewritten. Their files contain no data of erased people.";
const logCleared = "Earlier write-ahead log segments were removed.";
const logNotCleared =
  "The write-ahead log was not cleared: this database role lacks the privilege. It contains erased values until the database server reuses or removes its segments.";
