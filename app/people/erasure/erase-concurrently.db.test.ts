import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { suppressTopics } from "#app/email/outbox/suppressions.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { savePreferences } from "#app/people/preferences/preferences.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { countLockWaits } from "#tests/kit/count-lock-waits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { seatCommands, start } from "#tests/kit/seats.ts";
import { erasePerson } from "./erase-person.server.ts";

const { db, pool } = testDatabase();
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };
const erase = (email: string) => erasePerson(deps, email, { keepsEmails: false });
const ada = aPerson("ada");
const preferencesKey = randomUUID();

async function waitForLocks(count: number): Promise<void> {
  await until("the transactions to wait for a lock", async () => (await countLockWaits(pool)) >= count);
}

/** Stops an erasure after it deleted the forms of the person, starts `meanwhile`, which waits, and lets both continue. */
async function duringErasure<Outcome>(meanwhile: () => Promise<Outcome>): Promise<Outcome> {
  await visit(db, ada);
  await takeAssessment(db, ada);
  await db.updateTable("letters").set({ preferencesKey }).where("kind", "=", "assessment-result").execute();
  const blocker = await pool.connect();
  await blocker.query("begin; select from visitors for update");
  const erasing = erase(ada.email);
  await waitForLocks(1);
  const outcome = meanwhile();
  try {
    await waitForLocks(2);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  await erasing;
  return outcome;
}

const listPlain = async () => {
  const { rows } = await sql<{ email: string }>`
    select email from letter_suppressions where email not like 'sha256:%'
    union all select email from consent_withdrawals where email not like 'sha256:%'`.execute(db);
  return rows;
};

test("a form that arrives during an erasure keeps its emails", async () => {
  const later = { ...aPerson("later"), email: ada.email };
  await duringErasure(() => takeAssessment(db, later));
  expect(await db.selectFrom("preLoiAssessments").select("name").execute()).toEqual([{ name: later.name }]);
  const emails = await db.selectFrom("letters").select("kind").orderBy("kind").execute();
  expect(emails.map(({ kind }) => kind)).toEqual(["assessment-result", "new-assessment"]);
});

test("a form that is resent during an erasure is stored as a new lead with its consent and its emails", async () => {
  await duringErasure(() => takeAssessment(db, ada));
  const leads = await db.selectFrom("preLoiAssessments").select("id").execute();
  expect(leads).toHaveLength(1);
  expect(await db.selectFrom("consentReceipts").select("leadId").execute()).toEqual([
    { leadId: leads[0]?.id },
  ]);
  expect(await db.selectFrom("letters").select("about").distinct().execute()).toEqual([
    { about: leads[0]?.id },
  ]);
});

test("an opt-out that is being stored when an erasure starts is kept as a digest", async () => {
  await takeAssessment(db, ada);
  let erasing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('preferences of ' || ${ada.email}, 0))`.execute(
      trx,
    );
    erasing = erase(ada.email);
    await waitForLocks(1);
    await suppressTopics(trx, ada.email, ["reminders"], personTime);
  });
  await erasing;
  expect(await listPlain()).toEqual([]);
  expect(await db.selectFrom("letterSuppressions").select("topic").execute()).toEqual([
    { topic: "reminders" },
  ]);
});

test("an opt-out that arrives during an erasure is not stored under the plain address", async () => {
  const save = () => savePreferences(deps, preferencesKey, { topics: [], consents: { email: "stop" } });
  expect(await duringErasure(save)).toBe("unknown");
  expect(await listPlain()).toEqual([]);
});

test("an opt-out that staff record during an erasure is stored after it", async () => {
  await duringErasure(() => withdrawConsent(deps, ada.email, ["phone"]));
  expect(await listPlain()).toEqual([{ email: ada.email }]);
});

test("an erasure reads all emails before it locks what sign-ups and visits need", async () => {
  await seatCommands(db).setEvent(5);
  await visit(db, ada);
  await signUp(db, ada);
  const blocker = await pool.connect();
  await blocker.query("begin; lock table letters in access exclusive mode");
  const erasing = erase(ada.email);
  try {
    await waitForLocks(1);
    for (const table of ["events", "linkedin_live_signups", "visitors", "visit_counts", "people"]) {
      await sql`select from ${sql.table(table)} for update nowait`.execute(db);
    }
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  await erasing;
  expect(await db.selectFrom("letters").select("kind").execute()).toEqual([]);
});

test("an email to a person that is queued during an erasure is deleted", async () => {
  await duringErasure(async () => {
    await db.insertInto("letters").values({ kind: "event-message", recipient: ada.email }).execute();
    return savePreferences(deps, preferencesKey, { topics: [], consents: {} });
  });
  expect(await db.selectFrom("letters").select("kind").execute()).toEqual([]);
});

test("the erasure of a quarantined person frees the held seat", async () => {
  const { quarantine, seatsLeft, setEvent } = seatCommands(db);
  await setEvent(1);
  await quarantine("Ada");
  expect(await seatsLeft(start)).toBe(0);
  const { rows } = await sql<{ email: string }>`
    select input ->> 'email' as email from quarantined_submissions`.execute(db);
  expect((await erase(rows[0]?.email ?? "")).removed.quarantined_submissions).toBe(1);
  expect(await seatsLeft(start)).toBe(1);
});
