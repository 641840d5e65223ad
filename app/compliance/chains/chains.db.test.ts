import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { findHash, loadChainStatus } from "./chain-status.server.ts";
import { verifyDueChains } from "./chain-verifier.server.ts";
import { verifyAudit, verifySite } from "./verify-chains.server.ts";

const { db } = testDatabase();

async function publish(words: string): Promise<void> {
  const captures = await storeCaptures(db, [aPage("/", words)]);
  await recordSite(db, { captures, build: words, release: undefined });
}

async function seal(): Promise<void> {
  await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
  await sealAuditLog(db);
}

/** As an administrator, who can disable the triggers. */
async function removeLast(): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from audit_seals where position = (select max(position) from audit_links)`.execute(trx);
    await sql`delete from audit_links where position = (select max(position) from audit_links)`.execute(trx);
    await sql`delete from archive_captures where position = (select max(position) from archive_entries)`.execute(
      trx,
    );
    await sql`delete from archive_entries where position = (select max(position) from archive_entries)`.execute(
      trx,
    );
  });
}

const listVerifications = () =>
  db.selectFrom("chainVerifications").select(["chain", "position", "problems"]).orderBy("id").execute();

describe("the last entries of a chain", () => {
  it("are missed by the next verification if they were removed, even if others were added since", async () => {
    await publish("a");
    await publish("b");
    await seal();
    await seal();
    expect((await verifySite(db)).problems).toEqual([]);
    expect((await verifyAudit(db)).problems).toEqual([]);
    await removeLast();
    await publish("c");
    await sealAuditLog(db);
    const missing = /^(Entry|Link) 2: an earlier verification found the hash [0-9a-f]{64} here/;
    expect((await verifySite(db)).problems).toEqual([expect.stringMatching(missing)]);
    expect((await verifyAudit(db)).problems).toEqual([expect.stringMatching(missing)]);
    const [site, audit] = await loadChainStatus(db);
    for (const verified of [site?.verified, audit?.verified]) {
      expect(verified?.problems).toBe(1);
      expect(verified?.firstProblem).toMatch(missing);
    }
  });
});

describe("the daily verification", () => {
  const run = () => verifyDueChains({ db, log: silentLog });

  it("stores a result for each chain once a day, and none for an empty chain", async () => {
    await run();
    expect(await listVerifications()).toEqual([]);
    await publish("a");
    await seal();
    await run();
    await run();
    const first = [
      { chain: "site", position: 1, problems: 0 },
      { chain: "audit", position: 1, problems: 0 },
    ];
    expect(await listVerifications()).toEqual(first);
    await sql`update chain_verifications set verified_at = verified_at - interval '1 day'`.execute(db);
    await run();
    expect(await listVerifications()).toEqual([...first, ...first]);
  });

  it("verifies the audit log although the record of the site cannot be read, and reports that", async () => {
    await publish("a");
    await seal();
    await sql`alter table archive_captures rename to unreadable`.execute(db);
    try {
      await expect(run()).rejects.toThrow("archive_captures");
      expect(await listVerifications()).toEqual([{ chain: "audit", position: 1, problems: 0 }]);
    } finally {
      await sql`alter table unreadable rename to archive_captures`.execute(db);
    }
  });

  it("runs although a result was stored under a clock that was ahead", async () => {
    await seal();
    await run();
    await sql`update chain_verifications set verified_at = verified_at + interval '9 days'`.execute(db);
    await run();
    expect(await listVerifications()).toHaveLength(2);
  });
});

describe("a kept hash", () => {
  it("is found in either chain, by all or the first of its digits", async () => {
    await publish("a");
    await seal();
    const [site, audit] = await loadChainStatus(db);
    const hashes = [site?.head?.hash ?? "", audit?.head?.hash.slice(0, 12) ?? ""];
    expect(await findHash(db, hashes[0] ?? "")).toMatchObject({ chain: "site", position: 1 });
    expect(await findHash(db, hashes[1] ?? "")).toMatchObject({ chain: "audit", position: 1 });
    expect(await findHash(db, "0".repeat(64))).toBeUndefined();
  });
});
