import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { aStaffSession, identityOf } from "#tests/kit/a-staff-session.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storeAssessments } from "#tests/kit/stored-leads.ts";
import { until } from "#tests/kit/running-server.ts";
import { exportTimeouts, maxExports, snapshotIdleMs } from "./export-limits.ts";
import { staffExports } from "#app/staff/exports/exports.api.server.ts";
import { openSnapshot } from "#app/staff/exports/open-snapshot.server.ts";
import { createExportSlots } from "#app/staff/export-button/export-slots.server.ts";

const { db, pool } = testDatabase();

describe("unread exports", () => {
  test("an account runs two at most, and refused exports are not recorded", async () => {
    const ask = createExporter();
    const open = [await ask("one"), await ask("one")];
    const refused = await ask("one", {}, "another session");
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { kind: "too-many" } }]);
    open.push(await ask("other"));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(connectionsInUse()).toBe(3);
    expect(await count("leads-export-begun")).toBe(3);
    for (const { body } of open) await body?.cancel();
    expect(connectionsInUse()).toBe(0);
  });

  test("a process runs four at most, and leaves two thirds of its connections to others", async () => {
    const ask = createExporter();
    const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => ask(`account ${index % 7}`)));
    const open = answers.filter(({ status }) => status === 200);
    expect([open.length, answers.filter(({ status }) => status === 429).length]).toEqual([4, 10]);
    expect(connectionsInUse()).toBe(maxExports.perProcess);
    expect(maxExports.perProcess * 3).toBeLessThanOrEqual(pool.options.max);
    for (const { body } of open) await body?.cancel();
  });

  test("a browser without scripting gets a sentence that says what to do", async () => {
    const ask = createExporter();
    const open = [await ask("one"), await ask("one")];
    const refused = await ask("one", { headers: { "sec-fetch-mode": "navigate" } });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/plain; charset=UTF-8"]);
    expect(await refused.text()).toContain("Wait until one has finished, then try again.");
    for (const { body } of open) await body?.cancel();
  });
});

describe("a slot is released", () => {
  test.each<[string, (response: Response) => Promise<unknown>]>([
    ["that was read to its end", (response) => response.text()],
    ["that was given up before its first byte", async ({ body }) => body?.cancel()],
    [
      "that was canceled halfway",
      async ({ body }) => {
        const reader = body?.getReader();
        await reader?.read();
        await reader?.cancel();
      },
    ],
    [
      "that failed",
      async (response) => {
        await endSnapshots();
        await expect(response.text()).rejects.toThrow(/connection/i);
      },
    ],
  ])("from an export %s", async (_how, end) => {
    await storeAssessments(pool, 3_000);
    const ask = createExporter();
    for (let times = 0; times < maxExports.perProcess * 2; times += 1) {
      const response = await ask("one");
      expect(response.status).toBe(200);
      await end(response);
    }
    expect(connectionsInUse()).toBe(0);
  });

  test("by an export that could not start", async () => {
    const ask = createExporter();
    await pool.query("alter table pre_loi_assessments rename to away");
    try {
      for (let times = 0; times < 3; times += 1) expect((await ask("one")).status).toBe(500);
    } finally {
      await pool.query("alter table away rename to pre_loi_assessments");
    }
    expect((await (await ask("one")).text()).split("\r\n")).toHaveLength(2);
  });

  test("by an export that was recorded and then got no connection @long", async () => {
    const only = openPool(pool.options, silentLog, { maxConnections: 1, connectTimeoutMs: 1_000 });
    const ask = createExporter({ db: openQueries(only) });
    for (let times = 0; times < 3; times += 1) {
      let taken: Promise<pg.PoolClient> | undefined;
      // Another request is faster than the export.
      only.once("release", () => {
        taken = only.connect();
      });
      expect((await ask("one")).status).toBe(500);
      (await taken)?.release();
    }
    expect(await count("leads-export-begun")).toBe(3);
    await (await ask("one")).body?.cancel();
    await only.end();
  });

  test("by an export that is not read, after the timeout, and the audit log records it as canceled", async () => {
    await storeAssessments(pool, 3_000);
    const ask = createExporter({ timeouts: { chunkMs: 300, totalMs: 60_000, checkMs: 60_000 } });
    const responses = [await ask("one"), await ask("one")];
    expect((await ask("one")).status).toBe(429);
    await until("both to be given up", async () => (await count("leads-exported")) === 2);
    expect(connectionsInUse()).toBe(0);
    expect(await endings()).toEqual(["given-up", "given-up"]);
    for (const response of responses) await expect(response.text()).rejects.toThrow("took too long");
    expect((await (await ask("one")).text()).split("\r\n")).toHaveLength(3_000 + 2);
  });
});

describe("an export in progress", () => {
  const timeouts = { chunkMs: 60_000, totalMs: 60_000, checkMs: 50 };

  test.each<[string, (account: SignedIn) => Promise<unknown>]>([
    [
      "its session ends",
      ({ sessionId }) => pool.query("delete from staff_sessions where id = $1", [sessionId]),
    ],
    [
      "its account is demoted",
      ({ accountId }) => pool.query("update staff_users set role = 'examiner' where id = $1", [accountId]),
    ],
  ])("ends when %s, also if it is not read", async (_, change) => {
    await storeAssessments(pool, 3_000);
    const account = await signedIn(db, { role: "staff" });
    const log = { ...silentLog, warn: vi.fn<Log["warn"]>(), error: vi.fn<Log["error"]>() };
    const ask = createExporter({ timeouts, log });
    const unread = await ask(account.accountId, {}, account.sessionId);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count("leads-exported")).toBe(0);
    await change(account);
    await until("the export to end", async () => (await count("leads-exported")) === 1);
    await until("its connection to be free", () => connectionsInUse() === 0);
    expect(await endings()).toEqual(["access-ended"]);
    expect(log.warn.mock.calls).toEqual([["export.access_ended", { list: "assessments" }]]);
    expect(log.error).not.toHaveBeenCalled();
    await expect(unread.text()).rejects.toThrow("access has ended");
  });
});

describe("a reader that pauses", () => {
  test("beyond the usual idle timeout of a transaction gets the rest", async () => {
    await storeAssessments(pool, 3_000);
    const strict = new pg.Pool(pool.options);
    strict.on("connect", (client) => void client.query("set idle_in_transaction_session_timeout = 200"));
    strict.on("error", () => undefined);
    const response = await createExporter({ db: openQueries(strict) })("one");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await response.text()).split("\r\n")).toHaveLength(3_000 + 2);
    expect(await endings()).toEqual(["complete"]);
    await strict.end();
  });

  test("is not ended first by the database, whose longer timeout applies to export transactions only", async () => {
    const one = openQueries(new pg.Pool({ ...pool.options, max: 1 }));
    const snapshot = await openSnapshot(one);
    const timeoutQuery = "select setting::integer as ms from pg_settings where name = $1";
    const ask = (queries: typeof db) =>
      queries.executeQuery<{ ms: number }>({
        ...queries.selectNoFrom((eb) => eb.lit(1).as("one")).compile(),
        sql: timeoutQuery,
        parameters: ["idle_in_transaction_session_timeout"],
      });
    expect((await ask(snapshot.db)).rows).toEqual([{ ms: snapshotIdleMs }]);
    expect(snapshotIdleMs).toBeGreaterThan(exportTimeouts.chunkMs);
    await snapshot.close();
    expect((await ask(one)).rows).toEqual([{ ms: 30_000 }]);
    await one.destroy();
  });
});

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** The export endpoints of one process. */
function createExporter(changes: Partial<Parameters<typeof staffExports>[0]> = {}) {
  let session = aStaffSession();
  const exports = staffExports({
    db,
    clock: { now: () => new Date("2026-11-20T18:00:00Z") },
    log: silentLog,
    identity: { ...identityOf(null), currentSession: () => Promise.resolve(session) },
    exportSlots: createExportSlots(),
    ...changes,
  });
  exports.onError(() => new Response("a fault", { status: 500 }));
  return async (account: string, init: RequestInit = {}, sessionId = account): Promise<Response> => {
    session = aStaffSession({ id: sessionId });
    session.staff.id = account;
    return exports.request("/exports/assessments.csv", init, {});
  };
}

async function count(action: string): Promise<number> {
  const { rowCount } = await pool.query("select from audit_events where action = $1", [action]);
  return rowCount ?? 0;
}

async function endings(): Promise<string[]> {
  const { rows } = await pool.query<{ end: string }>(
    "select details ->> 'end' as end from audit_events where action = 'leads-exported' order by id",
  );
  return rows.map(({ end }) => end);
}

async function endSnapshots(): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`,
  );
}

function connectionsInUse(): number {
  return pool.totalCount - pool.idleCount;
}
