import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { queueHashes } from "./queue-hashes.server.ts";
import { recordHashesEmail } from "./record-hashes.email.server.ts";
import { verifyAudit } from "./verify-chains.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);

const hourMs = 3_600_000;
const queueAt = (time: string, uptimeMs = 24 * hourMs) =>
  queueHashes({ db, outbox, clock: { now: () => new Date(time) } }, uptimeMs);
const composeAt = (time: string) =>
  recordHashesEmail
    .connect({ db, clock: { now: () => new Date(time) }, siteUrl: "https://www.example.com" })
    .compose("");

const listQueued = () =>
  db.selectFrom("letters").select(["kind", "recipient", "once"]).orderBy("once").execute();

async function seal(): Promise<void> {
  await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
  await sealAuditLog(db);
}

/** Sets the times of all links and verifications. An administrator can disable the triggers. */
async function setTimes(time: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx
      .updateTable("auditLinks")
      .set({ sealedAt: new Date(time) })
      .execute();
    await trx
      .updateTable("chainVerifications")
      .set({ verifiedAt: new Date(time) })
      .execute();
  });
}

describe("the daily email with the last hashes", () => {
  it("is queued once a day for the firm, by any number of servers", async () => {
    await seal();
    await Promise.all([1, 2, 3].map(() => queueAt("2026-11-28T12:00:00Z")));
    // Still November 28 in the firm's time zone.
    await queueAt("2026-11-29T05:50:00Z");
    expect(await listQueued()).toHaveLength(1);
    await queueAt("2026-11-29T06:10:00Z");
    const email = { kind: "record-hashes", recipient: practice.email };
    expect(await listQueued()).toEqual([
      { ...email, once: "record-hashes 2026-11-28" },
      { ...email, once: "record-hashes 2026-11-29" },
    ]);
  });

  it("is not queued while nothing is recorded", async () => {
    await queueAt("2026-11-28T12:00:00Z");
    expect(await listQueued()).toEqual([]);
  });

  it("contains the current hashes, and the place of the first problem", async () => {
    const captures = await storeCaptures(db, [aPage("/", "Home")]);
    await recordSite(db, { captures, build: "Version 1", release: undefined });
    await seal();
    const { hash: siteHash } = await db.selectFrom("archiveEntries").select("hash").executeTakeFirstOrThrow();
    const { hash } = await db.selectFrom("auditLinks").select("hash").executeTakeFirstOrThrow();
    const intact = await composeAt("2026-11-28T12:00:00Z");
    expect(intact?.subject).toBe("Hashes of the records, Nov 28, 2026");
    const text = JSON.stringify(intact);
    expect(text).toContain(siteHash);
    expect(text).toContain(hash);
    expect(text).toContain("Not verified yet");

    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`delete from audit_events`.execute(trx);
    });
    await verifyAudit(db);
    const changed = await composeAt("2026-11-28T12:00:00Z");
    expect(changed?.subject).toBe("The records do not match their hashes, Nov 28, 2026");
    expect(JSON.stringify(changed)).toContain("Link 1, event 1: it was sealed on");
  });

  it("reports that a chain was not verified for two days, although its last link is recent", async () => {
    await seal();
    await setTimes("2026-11-25T12:00:00Z");
    await seal();
    expect((await composeAt("2026-11-28T12:00:00Z"))?.subject).toMatch(
      /^The records could not be verified, /,
    );
    const verifiedAt = new Date("2026-11-27T12:00:00Z");
    await db.insertInto("chainVerifications").values({ chain: "audit", problems: 0, verifiedAt }).execute();
    expect((await composeAt("2026-11-28T12:00:00Z"))?.subject).toMatch(/^Hashes of the records, /);
    expect((await composeAt("2026-11-30T12:00:00Z"))?.subject).toMatch(
      /^The records could not be verified, /,
    );
  });

  it("waits after a start until the chains are verified again, for at most two hours", async () => {
    await seal();
    await verifyAudit(db);
    await setTimes("2026-11-24T12:00:00Z");
    await queueAt("2026-11-28T12:00:00Z", 0);
    await queueAt("2026-11-28T13:30:00Z", 1.5 * hourMs);
    expect(await listQueued()).toEqual([]);
    await queueAt("2026-11-28T14:00:00Z", 2 * hourMs);
    expect(await listQueued()).toHaveLength(1);
    await setTimes("2026-11-29T11:59:00Z");
    await queueAt("2026-11-29T12:00:00Z", 0);
    expect(await listQueued()).toHaveLength(2);
  });
});
