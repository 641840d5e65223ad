import { describe, expect, test, vi } from "vitest";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { aStaffSession, identityOf } from "#tests/kit/a-staff-session.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storeAssessments } from "#tests/kit/stored-leads.ts";
import { staffExports } from "./exports.api.server.ts";
import { openSnapshot } from "./open-snapshot.server.ts";
import { createExportSlots } from "#app/staff/export-button/export-slots.server.ts";

const { db, pool } = testDatabase();

describe("a snapshot", () => {
  test("does not contain rows that were stored after it was opened", async () => {
    await storeAssessments(pool, 1);
    const snapshot = await openSnapshot(db);
    expect(await countIn(snapshot.db)).toBe(1);
    await storeAssessments(pool, 2);
    expect(await countIn(snapshot.db)).toBe(1);
    await snapshot.close();
    expect(await countIn(db)).toBe(3);
  });

  test("is read-only", async () => {
    const snapshot = await openSnapshot(db);
    await expect(snapshot.db.deleteFrom("preLoiAssessments").execute()).rejects.toMatchObject({
      code: "25006",
    });
    await snapshot.close();
  });

  test("releases its connection once, also if it is closed repeatedly", async () => {
    const snapshot = await openSnapshot(db);
    expect(connectionsInUse()).toBe(1);
    await Promise.all([snapshot.close(), snapshot.close()]);
    await snapshot.close();
    expect(connectionsInUse()).toBe(0);
  });

  test("releases its connection if the database ended it", async () => {
    const snapshot = await openSnapshot(db);
    await endTransactions();
    await expect(countIn(snapshot.db)).rejects.toThrow(/connection/i);
    await snapshot.close();
    expect(connectionsInUse()).toBe(0);
  });
});

describe("an export", () => {
  test("contains as many records as its header says, while more arrive", async () => {
    await storeAssessments(pool, 1_200);
    const response = await requestExport();
    await storeAssessments(pool, 5);
    expect(response.headers.get("X-Record-Count")).toBe("1200");
    expect((await response.text()).split("\r\n")).toHaveLength(1_200 + 2);
    expect(connectionsInUse()).toBe(0);
  });

  test("that is canceled halfway releases its connection", async () => {
    await storeAssessments(pool, 1_200);
    const reader = (await requestExport()).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(connectionsInUse()).toBe(0);
  });

  test("that is not read takes no connection", async () => {
    const response = await requestExport({ method: "HEAD" });
    expect(response.status).toBe(200);
    expect(connectionsInUse()).toBe(0);
    expect(await audited()).toEqual([]);
  });
});

describe("the audit log", () => {
  const began = ["leads-export-begun", { list: "assessments", filter: "none" }];
  const ended = (records: number, end: string) => [
    "leads-exported",
    { list: "assessments", filter: "none", records, end },
  ];

  test("records an export before its first byte is sent, and its end, with one subject", async () => {
    await storeAssessments(pool, 1_200);
    const response = await requestExport();
    expect(await audited()).toEqual([began]);
    await response.text();
    expect(await audited()).toEqual([began, ended(1_200, "complete")]);
    const told = db.selectFrom("auditEvents").select(["subject", "actorId", "actorEmail"]).distinct();
    const [one, ...others] = await told.execute();
    expect(one).toMatchObject({ actorId: "1", actorEmail: "ruth@example.com" });
    expect(one?.subject).toMatch(/^export:.{36}$/);
    expect(others).toEqual([]);
  });

  test("records how many records a canceled export sent", async () => {
    await storeAssessments(pool, 1_200);
    const reader = (await requestExport()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const records = await countRecorded();
    expect(await audited()).toEqual([began, ended(records, "given-up")]);
    expect(records).toBeGreaterThan(100);
    expect(records).toBeLessThan(1_200);
  });

  test("records a failed export", async () => {
    await storeAssessments(pool, 1_200);
    const response = await requestExport();
    await endTransactions();
    await expect(response.text()).rejects.toThrow(/connection/i);
    expect(await audited()).toEqual([began, ended(await countRecorded(), "broke-off")]);
  });

  test("if it rejects the end of an export, the server log records it with the number of sent records", async () => {
    await storeAssessments(pool, 3);
    const error = vi.fn<Log["error"]>();
    const response = await requestExport({ log: { ...silentLog, error } });
    await pool.query("alter table audit_events add constraint closed check (action = 'leads-export-begun')");
    try {
      expect((await response.text()).split("\r\n")).toHaveLength(3 + 2);
    } finally {
      await pool.query("alter table audit_events drop constraint closed");
    }
    expect(error).toHaveBeenCalledExactlyOnceWith(
      "export.audit_failed",
      expect.objectContaining({ records: 3, end: "complete" }),
    );
  });

  test("if it rejects the start of an export, nothing is sent", async () => {
    await storeAssessments(pool, 1);
    // The audit log rejects an account without an id.
    const missingStaff = { ...aStaffSession().staff, id: null as never };
    const response = await requestExport({ session: aStaffSession({ staff: missingStaff }) });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("a@example.com");
    expect(connectionsInUse()).toBe(0);
  });
});

describe("without recent authentication", () => {
  const stale = aStaffSession({ hasRecentAuthentication: false });

  test("nothing is sent or recorded", async () => {
    const response = await requestExport({ session: stale });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { kind: "proof" } });
    expect(await audited()).toEqual([]);
  });

  test("a browser that follows the link is redirected to re-authentication and back", async () => {
    const response = await requestExport({ session: stale, headers: { "sec-fetch-mode": "navigate" } });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/auth/prove?to=%2Fadmin"]);
  });
});

function requestExport(
  changes: {
    method?: string;
    session?: StaffSession;
    headers?: Record<string, string>;
    log?: Log;
  } = {},
): Response | Promise<Response> {
  const { method = "GET", session = aStaffSession(), headers = {}, log = silentLog } = changes;
  const exports = staffExports({
    db,
    clock: { now: () => new Date("2026-11-20T18:00:00Z") },
    log,
    identity: identityOf(session),
    exportSlots: createExportSlots(),
  });
  exports.onError(() => new Response("a fault", { status: 500 }));
  return exports.request("/exports/assessments.csv", { method, headers }, {});
}

async function audited() {
  const rows = await db.selectFrom("auditEvents").select(["action", "details"]).orderBy("id").execute();
  return rows.map(({ action, details }) => [action, details] as const);
}

/** The number of sent records in the audit log. */
async function countRecorded(): Promise<number> {
  const { rows } = await pool.query<{ records: number }>(
    "select (details ->> 'records')::integer as records from audit_events where action = 'leads-exported'",
  );
  return rows[0]?.records ?? -1;
}

async function endTransactions(): Promise<void> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start is not null and pid <> pg_backend_pid()`,
  );
  expect(rowCount).toBeGreaterThan(0);
}

function connectionsInUse(): number {
  return pool.totalCount - pool.idleCount;
}

async function countIn(queries: typeof db): Promise<number> {
  const { count } = await queries
    .selectFrom("preLoiAssessments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
