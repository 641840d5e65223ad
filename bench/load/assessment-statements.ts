import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { receiveAssessment } from "#app/assessments/submission/receive-assessment.server.ts";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { answers, browserHeaders } from "./lead-requests.ts";
import { visitorAddress } from "./post-request.ts";
import { type RecordedStatement, recordStatements } from "./record-statements.ts";

/** Stores two assessments of different people in the server's database, and records their statements. */
export async function recordAssessments(pool: Pool): Promise<[RecordedStatement[], RecordedStatement[]]> {
  const run = randomUUID().slice(0, 8);
  return [
    await recordStatements(pool, (recorded) => storeAssessment(recorded, run, 1)),
    await recordStatements(pool, (recorded) => storeAssessment(recorded, run, 2)),
  ];
}

async function storeAssessment(pool: Pool, run: string, number: number): Promise<void> {
  const deps = {
    db: openQueries(pool),
    clock: systemClock,
    log: silentLog,
    spamCheckKeys: createSpamCheckKeys(createKeyRing([randomUUID()])),
    outbox: createOutbox(() => undefined),
    siteUrl: "http://localhost",
    shortensAddresses: false,
    submissionCounts: { count: () => undefined },
  };
  // The same answers, because the score is not particular to a request.
  const fields = {
    name: `Replay ${run} ${number}`,
    email: `replay-${run}-${number}@example.com`,
    phone: "(512) 555-0100",
    ...answers(0),
  };
  const clientAddress = visitorAddress(number);
  const headers = new Headers(browserHeaders);
  const arrival = readArrival(deps, { headers, clientAddress, fields });
  const outcome = await receiveAssessment(deps, arrival, { input: assessmentSchema.parse(fields) });
  if (!outcome.ok) throw new Error(`A recorded assessment was not stored: ${outcome.reason}.`);
}
