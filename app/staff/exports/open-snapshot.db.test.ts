import { describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { staffExports } from "./exports.api.server.ts";
import { openSnapshot } from "./open-snapshot.server.ts";

const { db, pool } = testDatabase();

describe("a snapshot", () => {
  test("does not see what is stored after it was opened", async () => {
    await store(1);
    const snapshot = await openSnapshot(db);
    expect(await countIn(snapshot.db)).toBe(1);
    await store(2);
    expect(await countIn(snapshot.db)).toBe(1);
    await snapshot.close();
    expect(await countIn(db)).toBe(3);
  });

  test("cannot be written to", async () => {
    const snapshot = await openSnapshot(db);
    await expect(snapshot.db.deleteFrom("preLoiAssessments").execute()).rejects.toMatchObject({
      code: "25006",
    });
    await snapshot.close();
  });

  test("gives its connection back once, however often it is closed", async () => {
    const snapshot = await openSnapshot(db);
    expect(connectionsInUse()).toBe(1);
    await Promise.all([snapshot.close(), snapshot.close()]);
    await snapshot.close();
    expect(connectionsInUse()).toBe(0);
  });

  test("gives its connection back when the database has ended it", async () => {
    const snapshot = await openSnapshot(db);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    await expect(countIn(snapshot.db)).rejects.toThrow(/connection/i);
    await snapshot.close();
    expect(connectionsInUse()).toBe(0);
  });
});

describe("an export", () => {
  test("says how many records it holds, and holds them, while more arrive", async () => {
    await store(1_200);
    const response = await requestExport();
    await store(5);
    expect(response.headers.get("X-Record-Count")).toBe("1200");
    expect((await response.text()).split("\r\n")).toHaveLength(1_200 + 2);
    expect(connectionsInUse()).toBe(0);
  });

  test("that is given up half way leaves no connection behind", async () => {
    await store(1_200);
    const reader = (await requestExport()).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(connectionsInUse()).toBe(0);
  });

  test("that nobody reads takes no connection", async () => {
    const response = await requestExport("HEAD");
    expect(response.status).toBe(200);
    expect(connectionsInUse()).toBe(0);
  });
});

function requestExport(method = "GET"): Response | Promise<Response> {
  const exports = staffExports({
    db,
    clock: { now: () => new Date("2026-11-20T18:00:00Z") },
    log: silentLog,
    identity: {
      currentStaff: () =>
        Promise.resolve({ id: "1", name: "Ruth", email: "ruth@example.com", role: "owner" }),
    },
  });
  return exports.request("/exports/assessments.csv", { method });
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

async function store(count: number): Promise<void> {
  await pool.query(
    `insert into pre_loi_assessments
      (name, email, phone, q1, q2, q3, q4, q5, q6, q7, score, score_level, question_set_version, result_key, fingerprint)
    select 'A person', 'a@example.com', '1', 'panic', 'cpa', 'noclue', 'havent', 'guessed', 'piece', 'taxes', 7,
      'Early Stage', 'test', gen_random_uuid(), 'test'
    from generate_series(1, $1)`,
    [count],
  );
}
