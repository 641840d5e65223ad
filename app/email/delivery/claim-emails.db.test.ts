import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { releaseLeftClaims } from "./claim-emails.server.ts";

const { db, pool } = testDatabase();

test("a claim that ends years ahead because the clock was corrected gets the usual length and is then released", async () => {
  const outbox = createOutbox(() => undefined);
  await outbox.put(db, { kind: "assessment-result", recipient: "ada@example.com", about: randomUUID() });
  await pool.query(`update letters set state = 'sending', claim = gen_random_uuid(), attempts = 1,
    claimed_until = now() + interval '730 days'`);
  expect(await releaseLeftClaims(db)).toBe(0);
  const { rowCount } = await pool.query(
    "update letters set claimed_until = now() - interval '1 second' where claimed_until < now() + interval '31 seconds'",
  );
  expect(rowCount).toBe(1);
  expect(await releaseLeftClaims(db)).toBe(1);
  expect(await db.selectFrom("letters").select("state").execute()).toEqual([{ state: "waiting" }]);
});
