import { randomInt, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { attemptLimits, maximumLength, maxStoredBytes } from "#app/platform/limits.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { aSender, aSubmission } from "#tests/kit/a-submission.ts";
import { anEvent, readStoredEvents } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { deliverEmails, personTime } from "#tests/kit/person-data.ts";

const { db, pool } = testDatabase();
const megabyte = 1_000_000;

/** Text that PostgreSQL can barely compress. */
const noise = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(0x4e_00, 0x9f_ff))).join("");

async function storedBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)) as bytes
    from pg_tables where schemaname = 'public'`,
  );
  return Number(rows[0]?.bytes);
}

it("stores less than 25 MB of forms and emails per network address and day", async () => {
  await db.insertInto("events").values(anEvent()).execute();
  const before = await storedBytes();
  const events = await readStoredEvents(db, personTime);
  const touch = {
    at: personTime.toISOString(),
    landingPage: "/",
    referrer: noise(maxStoredBytes.referrer),
    campaign: { source: noise(500) },
    clickId: null,
  };
  const sender = aSender({ userAgent: noise(100), touch });
  const submission = aSubmission({ at: personTime, sender });
  const input = () => ({
    name: noise(maximumLength.name),
    email: `${randomUUID()}@example.org`,
    phone: "(737) 555-0164",
    questions: noise(maximumLength.freeText),
    topics: noise(maximumLength.freeText),
  });
  // Suspicious submissions are quarantined first and then accepted as well.
  const { immediateByCustomerDaily, quarantinedByAddress } = attemptLimits;
  for (let form = 0; form < quarantinedByAddress.most; form += 1) {
    await quarantineSubmission(db, {
      form: "event-signup",
      reason: "many",
      at: personTime,
      input: input(),
      sender: serializeSource(submission),
      fingerprint: randomUUID(),
      resultKey: null,
    });
  }
  const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined) };
  for (let form = 0; form < immediateByCustomerDaily.most + quarantinedByAddress.most; form += 1) {
    await signUpForEvent({ ...deps, events }, input(), submission);
  }
  await deliverEmails(db, silentLog);
  const bytes = (await storedBytes()) - before;
  expect(bytes).toBeGreaterThan(2 * megabyte);
  expect(bytes).toBeLessThan(25 * megabyte);
}, 120_000);
