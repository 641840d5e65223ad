import { sql } from "kysely";
import { expect, test } from "vitest";
import { maxUnauthenticatedAuditEntries } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { recordAudit } from "./audit.server.ts";
import { recordUnauthenticatedAction } from "./record-unauthenticated-action.server.ts";

const { db, pool } = testDatabase();

const failure = { action: "sign-in-failed", details: { reason: "wrong" } } as const;
const fail = (clientAddress: string) => recordUnauthenticatedAction(db, { ...failure, clientAddress });
const listEntries = () =>
  db
    .selectFrom("auditEvents")
    .select(["action", "actorKind", "details", "clientAddress"])
    .orderBy("id")
    .execute();

test("many addresses of one /48 add one entry, with the network and its first address", async () => {
  for (let n = 0; n < 50; n += 1) await fail(`2001:db8:78:${n.toString(16)}::1`);
  const details = { reason: "wrong", network: "2001:db8:78::" };
  const entry = { action: "sign-in-failed", actorKind: "nobody" };
  expect(await listEntries()).toEqual([{ ...entry, details, clientAddress: "2001:db8:78:0::1" }]);
});

test.each([
  ["another network", "2001:db8:79::1", {}],
  ["another IPv4 address", "203.0.113.10", {}],
  ["another action", "203.0.113.9", { action: "sign-in-refused" } as const],
  ["other details", "203.0.113.9", { details: { reason: "too-many" } }],
])("%s adds another entry", async (_, clientAddress, changes) => {
  await fail("203.0.113.9");
  await fail("2001:db8:78::1");
  for (let times = 0; times < 2; times += 1) {
    await recordUnauthenticatedAction(db, { ...failure, ...changes, clientAddress });
  }
  expect(await listEntries()).toHaveLength(3);
});

test("many networks add entries up to a limit for the site, and one that states it", async () => {
  await withinOneWindow(15);
  for (let n = 0; n < maxUnauthenticatedAuditEntries + 30; n += 1) {
    await fail(`2001:db8:${n.toString(16)}::1`);
  }
  const entries = await listEntries();
  expect(entries).toHaveLength(maxUnauthenticatedAuditEntries + 1);
  expect(entries.slice(-2)).toMatchObject([
    { action: "sign-in-failed" },
    { action: "entry-limit-reached", actorKind: "nobody", details: {}, clientAddress: null },
  ]);
  const ofAccount = { ...failure, actor: { kind: "nobody" }, subject: "account:1" } as const;
  await recordAudit(db, ofAccount);
  await recordAudit(db, ofAccount);
  expect((await listEntries()).slice(-2)).toMatchObject([failure, failure]);
});

test.each([
  ["an earlier quarter of an hour", "-15 minutes"],
  ["the future, added under a wrong clock,", "1 hour"],
])("entries of %s do not count toward the limit", async (_, shift) => {
  await sql`
    insert into audit_events (at, action, actor_kind, client_address)
    select now() + ${shift}::interval, 'sign-in-failed', 'nobody', '198.18.0.' || n
    from generate_series(1, ${maxUnauthenticatedAuditEntries}::int) as n`.execute(db);
  await fail("203.0.113.9");
  expect((await listEntries()).at(-1)).toMatchObject({
    action: "sign-in-failed",
    clientAddress: "203.0.113.9",
  });
});

test("does not read the entries about accounts", async () => {
  await sql`
    insert into audit_events (action, actor_kind, subject, details)
    select 'sign-in-failed', 'nobody', 'account:' || n, '{"reason": "wrong"}'
    from generate_series(1, 20000) as n`.execute(db);
  await sql`analyze audit_events`.execute(db);
  const [plan] = await explainQueries(pool, (explained) =>
    recordUnauthenticatedAction(explained, { ...failure, clientAddress: "203.0.113.9" }),
  );
  expect(plan).toContain("audit_events_without_subject");
  expect(plan).not.toContain("Seq Scan on audit_events");
});
