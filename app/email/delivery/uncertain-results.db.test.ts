import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createTestTransport, testMailWorkers } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";

const { db, pool } = testDatabase();
const start = testMailWorkers(db);
const outbox = createOutbox(() => undefined);
const kind = "assessment-result";

const put = () => outbox.put(db, { kind, recipient: "ada@example.com", about: randomUUID() });
const getEmail = () => db.selectFrom("letters").selectAll().executeTakeFirstOrThrow();
const createLog = () => ({ ...silentLog, warn: vi.fn<Log["warn"]>(), error: vi.fn<Log["error"]>() });

it("the email of a killed worker is reported as failed if it ends, and not if it is retried", async () => {
  await put();
  await put();
  await pool.query(`update letters set state = 'sending', claim = gen_random_uuid(), attempts = 4,
    claimed_until = now() - interval '1 second'`);
  const { id } = await getEmail();
  await pool.query("update letters set unclear_attempts = 3 where id = $1", [id]);
  const log = createLog();
  start({ transport: createTestTransport().transport, log });
  await until("the retry", async () => {
    const { rows } = await pool.query("select from letters where state = 'sent'");
    return rows.length === 1;
  });
  expect(log.warn).toHaveBeenCalledWith("mail.claims_expired", { emails: 2 });
  expect(log.error.mock.calls).toEqual([
    ["mail.failed", { emailId: id, kind, attempts: 4, isUndeliverable: false }],
  ]);
});

it.each([
  ["rejected", "error", "mail.failed", { isUndeliverable: false }],
  ["deferred", "warn", "mail.retry_scheduled", {}],
] as const)(
  "of a %s email, the codes of the reply are logged and its text is not",
  async (result, level, event, more) => {
    const codes = { replyCode: 550, enhancedStatusCode: "5.7.1" };
    const { transport } = createTestTransport(() => ({
      kind: result,
      reply: "550 5.7.1 <ada@example.com> refused",
      isUnclear: false,
      codes,
    }));
    await put();
    const log = createLog();
    start({ transport, log });
    await until("the log", () => log[level].mock.calls.length > 0);
    const { id } = await getEmail();
    expect(log[level].mock.calls).toEqual([[event, { emailId: id, kind, attempts: 1, ...codes, ...more }]]);
  },
);

it("a result that the database rejects is not stored again, and the claim expires", async () => {
  await pool.query(`
    create function tests.reject_result() returns trigger language plpgsql as $$
      begin raise exception 'rejected' using errcode = 'check_violation'; end $$;
    create trigger reject_result before update on letters for each row when (new.state = 'sent')
      execute function tests.reject_result()`);
  try {
    await put();
    await pool.query("update letters set unclear_attempts = 3");
    const { transport, delivered } = createTestTransport();
    const log = createLog();
    const worker = start({ transport, log });
    await until("the rejection", () => log.error.mock.calls.length > 0);
    const { id } = await getEmail();
    expect(log.error.mock.calls).toMatchObject([["mail.result_rejected", { emailId: id, kind }]]);
    await worker.stop();
    expect((await getEmail()).state).toBe("sending");
    await pool.query("update letters set claimed_until = now() - interval '1 second'");
    start({ transport });
    await until("the end", async () => (await getEmail()).state === "given-up");
    expect(delivered).toHaveLength(1);
  } finally {
    await pool.query("drop function tests.reject_result cascade");
  }
});
