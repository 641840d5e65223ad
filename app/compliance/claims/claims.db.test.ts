import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { countOpenClaims } from "./claim-status.server.ts";
import { decideClaims, type Decision } from "./decide-claims.server.ts";
import { findClaim, listClaims, type ListedClaim } from "./list-claims.server.ts";
import { scanClaims } from "./scan-claims.server.ts";

const { db } = testDatabase();
const actor = actorOf({ id: "ruth", email: "ruth@example.com" });
const deps = {
  db,
  clock: { now: () => new Date("2026-11-28T16:00:00Z") },
  actor,
  clientAddress: "192.0.2.1",
};
const bound: Decision = {
  decision: "bound",
  evidenceUrl: "https://files.example.com/u4.pdf",
  evidenceNote: null,
  evidenceFile: null,
  asOf: "2020-01-01",
  expiresOn: "2090-01-01",
};
const waived: Decision = { decision: "waived", reason: "Not a statement of fact." };

const listAll = async (query: object = {}): Promise<ListedClaim[]> => {
  const { rows } = await listClaims(db, { sort: "pages", ...query }).page({ size: 100 });
  return [...rows];
};
const figures = async (query: object = {}) => (await listAll(query)).map(({ figure }) => figure);
const statusOf = async (figure: string) => (await listAll()).find((claim) => claim.figure === figure)?.status;

describe("the register", () => {
  it("lists a claim once, with every page that contains it", async () => {
    await publishClaims(db, [
      aPage("/", "<p>32 years of experience. We have 5 offices.</p>"),
      aPage("/about", "<p>32 years of experience.</p>"),
    ]);
    expect(await listAll()).toMatchObject([
      { figure: "32 years", sentence: "32 years of experience.", kind: "experience", paths: ["/", "/about"] },
      { figure: "5 offices", paths: ["/"], status: "undecided" },
    ]);
    expect(await figures({ page: "/about" })).toEqual(["32 years"]);
  });

  it("keeps a claim that is no longer on the site, with its decisions", async () => {
    await publishClaims(db, [aPage("/", "<p>32 years of experience.</p>")]);
    const id = await claimWith(db, "32 years");
    await decideClaims(deps, [{ id, revision: 0 }], bound);
    await publishClaims(db, [aPage("/", "<p>33 years of experience.</p>")]);
    expect(await statusOf("32 years")).toBe("gone");
    expect(await statusOf("33 years")).toBe("undecided");
    const gone = await findClaim(db, id);
    expect(gone?.pages.map(({ path, until }) => [path, until instanceof Date])).toEqual([["/", true]]);
    expect(gone).toMatchObject({
      decisions: [{ revision: 1, decision: "bound", decidedBy: "ruth@example.com" }],
    });
    await publishClaims(db, [aPage("/", "<p>32 years of experience.</p>")]);
    expect(await statusOf("32 years")).toBe("bound");
  });

  it("searches each entry of the archive once, and again with newer rules only", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    expect(await scanClaims(db)).toBeUndefined();
    await db.updateTable("claimScans").set({ finderVersion: 0 }).execute();
    expect(await Promise.all([1, 2, 3].map(() => scanClaims(db)))).toContainEqual({ position: 1, claims: 1 });
    expect(await figures()).toEqual(["5 offices"]);
    await db.insertInto("claimScans").values({ position: 1, finderVersion: 1_000 }).execute();
    await db.deleteFrom("claimScans").where("finderVersion", "!=", 1_000).execute();
    expect(await scanClaims(db)).toBeUndefined();
  });

  it("leaves out pages that were removed", async () => {
    await publishClaims(db, [{ ...aPage("/", "<p>We have 5 offices.</p>"), status: 404 }]);
    expect(await figures()).toEqual([]);
  });

  it("expects no decision about sentences of regulatory documents, until another page contains them", async () => {
    await publishClaims(db, [aPage("/form-crs", "<p>The fee is 2%.</p>")]);
    expect(await statusOf("2%")).toBe("sourced");
    await publishClaims(db, [
      aPage("/form-crs", "<p>The fee is 2%.</p>"),
      aPage("/about", "<p>The fee is 2%.</p>"),
    ]);
    expect(await statusOf("2%")).toBe("undecided");
  });

  it("divides 10,000 claims into pages of 25, in every order and with every filter @long", async () => {
    await publishClaims(db, [
      aPage("/", Array.from({ length: 10_000 }, (_, n) => `<p>We have ${n + 3_000} offices.</p>`).join("")),
    ]);
    const seen = new Set<number>();
    for (const sort of ["pages", "newest", "expiry"] as const) {
      const list = listClaims(db, { sort, status: "undecided", page: "/" });
      expect(await list.count()).toBe(10_000);
      const first = await list.page({ size: 25 });
      const row = String(first.rows.at(-1)?.id);
      const second = await list.page({ size: 25, beyond: { direction: "after", row } });
      const back = await list.page({
        size: 25,
        beyond: { direction: "before", row: String(second.rows[0]?.id) },
      });
      expect([first, second].map(({ rows, hasNext }) => [rows.length, hasNext])).toEqual([
        [25, true],
        [25, true],
      ]);
      expect(back.rows).toEqual(first.rows);
      for (const { id } of [...first.rows, ...second.rows]) seen.add(id);
    }
    expect(seen.size).toBe(100);
    expect(await countOpenClaims(db)).toEqual({ undecided: 10_000, expired: 0, expiring: 0 });
  });
});

describe("the status of a claim", () => {
  const expireIn = async (days: number): Promise<void> => {
    const id = await claimWith(db, "5 offices");
    const { rows } = await sql<{ day: string }>`
      select (now() at time zone 'America/Chicago')::date + ${days}::integer as day`.execute(db);
    const revision = (await findClaim(db, id))?.claim.revision ?? 0;
    await decideClaims(deps, [{ id, revision }], { ...bound, expiresOn: rows[0]?.day ?? "" });
  };

  it.each([
    [-1, "expired"],
    [0, "expiring"],
    [30, "expiring"],
    [31, "bound"],
  ])("%d days before its evidence expires is “%s”", async (days, status) => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    await expireIn(days);
    expect(await statusOf("5 offices")).toBe(status);
    const filtered = await Promise.all(
      ["expired", "expiring", "bound"].map(async (each) => [each, (await figures({ status: each })).length]),
    );
    expect(Object.fromEntries(filtered)).toEqual({
      expired: status === "expired" ? 1 : 0,
      expiring: status === "expiring" ? 1 : 0,
      // Evidence that expires soon is still valid.
      bound: status === "expired" ? 0 : 1,
    });
  });

  it("is counted while the claim is on the site", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices. We have 9 advisors.</p>")]);
    await expireIn(-1);
    expect(await countOpenClaims(db)).toEqual({ undecided: 1, expired: 1, expiring: 0 });
    await publishClaims(db, [aPage("/", "<p>We are a firm.</p>")]);
    expect(await countOpenClaims(db)).toEqual({ undecided: 0, expired: 0, expiring: 0 });
  });
});

describe("a decision", () => {
  it("is added to the history and the audit log, without its text in the log", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    const id = await claimWith(db, "5 offices");
    expect(await decideClaims(deps, [{ id, revision: 0 }], bound)).toEqual({ ok: true, count: 1 });
    expect(await decideClaims(deps, [{ id, revision: 1 }], waived)).toEqual({ ok: true, count: 1 });
    expect((await findClaim(db, id))?.decisions).toMatchObject([
      { revision: 2, decision: "waived", reason: "Not a statement of fact.", evidenceUrl: null },
      { revision: 1, decision: "bound", evidenceUrl: "https://files.example.com/u4.pdf", reason: null },
    ]);
    expect(await statusOf("5 offices")).toBe("waived");
    const logged = await db
      .selectFrom("auditEvents")
      .select(["action", "subject", "actorEmail", "details"])
      .orderBy("id")
      .execute();
    expect(logged).toEqual([
      {
        action: "claim-bound",
        subject: `claim:${id}`,
        actorEmail: "ruth@example.com",
        details: { revision: 1, expires: "2090-01-01" },
      },
      {
        action: "claim-waived",
        subject: `claim:${id}`,
        actorEmail: "ruth@example.com",
        details: { revision: 2 },
      },
    ]);
  });

  it("of two at the same time is made once", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices. We have 9 advisors.</p>")]);
    const [one, other] = [await claimWith(db, "5 offices"), await claimWith(db, "9 advisors")];
    const seen = [one, other].map((id) => ({ id, revision: 0 }));
    const results = await Promise.all([
      decideClaims(deps, seen, bound),
      decideClaims(deps, seen.toReversed(), waived),
      decideClaims(deps, seen, waived),
    ]);
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, count: 2 }]);
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { ok: false, reason: "changed" },
      { ok: false, reason: "changed" },
    ]);
    const { rows } = await sql<{ count: number }>`select count(*) from claim_decisions`.execute(db);
    expect(rows).toEqual([{ count: 2 }]);
  });

  it("about several claims is made about all of them or none", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    const id = await claimWith(db, "5 offices");
    const unknown = { id: id + 1, revision: 0 };
    expect(await decideClaims(deps, [{ id, revision: 0 }, unknown], bound)).toEqual({
      ok: false,
      reason: "unknown",
    });
    expect(await decideClaims(deps, [], bound)).toEqual({ ok: false, reason: "unknown" });
    expect(await statusOf("5 offices")).toBe("undecided");
  });

  it.each([
    ["changed", sql`update claim_decisions set decided_by = 'someone@example.com'`],
    ["deleted", sql`delete from claim_decisions`],
    ["truncated", sql`truncate claim_decisions`],
  ])("cannot be %s, not even in the database", async (_, statement) => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    await decideClaims(deps, [{ id: await claimWith(db, "5 offices"), revision: 0 }], bound);
    await expect(statement.execute(db)).rejects.toThrow("append-only");
  });

  it("keeps the words that it is about", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    await expect(sql`update claims set sentence = 'We have 6 offices.'`.execute(db)).rejects.toThrow(
      "the words of a claim never change",
    );
  });

  it.each([
    ["a script as evidence", { ...bound, evidenceUrl: "javascript:alert(1)" }],
    ["no evidence", { ...bound, evidenceUrl: null }],
    ["an expiry before the day of the evidence", { ...bound, expiresOn: "2019-12-31" }],
  ])("with %s is rejected by the database as well", async (_, decision) => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    const seen = [{ id: await claimWith(db, "5 offices"), revision: 0 }];
    await expect(decideClaims(deps, seen, decision)).rejects.toThrow("check constraint");
  });
});
