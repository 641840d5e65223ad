import { describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { exportTimeouts } from "#app/staff/export-button/export-limits.ts";
import { createExportSlots } from "#app/staff/export-button/export-slots.server.ts";
import { aStaffSession, identityOf } from "#tests/kit/a-staff-session.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { floodPerson } from "#tests/kit/flood-person.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { personExports } from "./person-export.api.server.ts";

const { db, pool } = testDatabase();
const ada = aPerson("ada");

describe("the export of a person", () => {
  test("has an entry in the audit log before its first byte and one after its last", async () => {
    const ask = await createExporter();
    const response = await ask();
    expect([await count("person-exported"), await endings()]).toEqual([1, []]);
    expect(JSON.parse(await response.text())).toMatchObject({ email: ada.email });
    expect([await count("person-exported"), await endings()]).toEqual([1, ["complete"]]);
    await (await ask()).body?.cancel();
    expect(await endings()).toEqual(["complete", "given-up"]);
  });

  test("runs twice per account at the same time, and a refused one is not recorded", async () => {
    const ask = await createExporter();
    const open = [await ask("one"), await ask("one")];
    const refused = await ask("one");
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { kind: "too-many" } }]);
    open.push(await ask("other"));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await count("person-exported")).toBe(3);
    for (const response of open) await response.text();
    await openAndCancel(ask);
  });

  test("shares the limit with the exports of lists", async () => {
    const exportSlots = createExportSlots();
    const ask = await createExporter({ exportSlots });
    exportSlots.take("one");
    exportSlots.take("one");
    expect((await ask("one")).status).toBe(429);
  });

  test("releases its slot if the person does not exist or the preparation fails", async () => {
    const ask = await createExporter();
    for (let times = 0; times < 3; times += 1) {
      expect((await ask("one", "0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f")).status).toBe(404);
    }
    await pool.query("alter table person_notes rename to away");
    try {
      for (let times = 0; times < 3; times += 1) expect((await ask("one")).status).toBe(500);
    } finally {
      await pool.query("alter table away rename to person_notes");
    }
    await openAndCancel(ask);
  });

  type SignedIn = Awaited<ReturnType<typeof signedIn>>;
  test.each<[string, (account: SignedIn) => Promise<unknown>]>([
    [
      "its session ends",
      ({ sessionId }) => pool.query("delete from staff_sessions where id = $1", [sessionId]),
    ],
    [
      "its account is demoted",
      ({ accountId }) => pool.query("update staff_users set role = 'examiner' where id = $1", [accountId]),
    ],
    [
      "its account is removed",
      ({ accountId }) => pool.query("delete from staff_users where id = $1", [accountId]),
    ],
  ])("breaks off when %s, also if it is not read", async (_, change) => {
    const account = await signedIn(db, { role: "staff" });
    const ask = await createExporter({ timeouts: { chunkMs: 60_000, totalMs: 60_000, checkMs: 50 } });
    await floodPerson(db, ada.email, { assessments: 1_000 });
    const unread = await ask(account.accountId, undefined, account.sessionId);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await endings()).toEqual([]);
    await change(account);
    await until("the export to end", async () => (await endings()).length === 1);
    expect(await endings()).toEqual(["access-ended"]);
    await expect(unread.text()).rejects.toThrow("access has ended");
  });

  test("that fails is recorded as failed", async () => {
    const ask = await createExporter();
    // Without so much data, the export could have read the table before it is renamed.
    await floodPerson(db, ada.email, { assessments: 1_000 });
    const response = await ask();
    await pool.query("alter table letters rename to away");
    try {
      await expect(response.text()).rejects.toThrow("letters");
    } finally {
      await pool.query("alter table away rename to letters");
    }
    expect(await endings()).toEqual(["broke-off"]);
  });
});

/** The endpoint of one process, for a stored person. */
async function createExporter(changes: Partial<Parameters<typeof personExports>[0]> = {}) {
  const stored = await takeAssessment(db, ada);
  let session = aStaffSession();
  const exports = personExports({
    db,
    clock: { now: () => personTime },
    log: silentLog,
    persons: auditDeps.persons,
    identity: { ...identityOf(null), currentSession: () => Promise.resolve(session) },
    exportSlots: createExportSlots(),
    timeouts: { ...exportTimeouts, checkMs: 60_000 },
    ...changes,
  });
  exports.onError(() => new Response("a fault", { status: 500 }));
  return async (account = "one", id = stored, sessionId = account): Promise<Response> => {
    session = aStaffSession({ id: sessionId });
    session.staff.id = account;
    return exports.request(`/people/${id}/export`, { method: "POST" }, {});
  };
}

/** Otherwise, its end would be recorded a minute later, during another test. */
async function openAndCancel(ask: Awaited<ReturnType<typeof createExporter>>): Promise<void> {
  const { status, body } = await ask("one");
  expect(status).toBe(200);
  await body?.cancel();
}

async function count(action: string): Promise<number> {
  const { rowCount } = await pool.query("select from audit_events where action = $1", [action]);
  return rowCount ?? 0;
}

async function endings(): Promise<string[]> {
  const { rows } = await pool.query<{ end: string }>(
    "select details ->> 'end' as end from audit_events where action = 'person-export-ended' order by id",
  );
  return rows.map(({ end }) => end);
}
