import { createRecordingStatus } from "#app/compliance/archive/recording-status.ts";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { createSubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import type { RequestOutcome } from "#app/integrations/requests/send-request.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createAlerts } from "./alerts.ts";
import { createStateReader, type MonitoredState, type StateDeps } from "./monitored-state.server.ts";

const { db } = testDatabase();

const isReady = () => Promise.resolve(true);

const sent: string[] = [];
let outcome: RequestOutcome;
let now = new Date();
let state: MonitoredState;

beforeEach(async () => {
  sent.splice(0);
  outcome = { ok: true, status: 200, retryAfterSeconds: undefined, body: "ok", isComplete: true };
  now = new Date();
  state = await createReader()();
});

function createReader(changes: Partial<StateDeps> = {}): () => Promise<MonitoredState> {
  const clock = { now: () => now };
  return createStateReader({
    db,
    clock,
    log: silentLog,
    builtAt: undefined,
    submissionCounts: createSubmissionCounts(clock),
    recordingStatus: createRecordingStatus(),
    isBackupScheduled: false,
    isReady,
    ...changes,
  });
}

/** The alerts of one server. */
function createServer(changes: () => Partial<MonitoredState> = () => ({}), reportsOutages = true) {
  return createAlerts(
    {
      db,
      log: silentLog,
      siteUrl: "https://www.example.com",
      port: 3001,
      readState: () => Promise.resolve({ ...state, ...changes() }),
      webhookUrl: "https://chat.example.com/secret",
      reportsOutages,
      async sendRequest({ body = "" }) {
        sent.push(
          /^\{"text":"(.+?) \(https:\/\/www\.example\.com, server [^:]+:3001\)/.exec(body)?.[1] ?? body,
        );
        return outcome;
      },
    },
    new AbortController().signal,
  );
}

async function letMinutesPass(minutes: number): Promise<void> {
  const past = sql`make_interval(mins => ${minutes})`;
  await sql`update alert_conditions
    set began_at = began_at - ${past}, seen_at = seen_at - ${past}, sent_at = sent_at - ${past}`.execute(db);
}

const failing = (): Partial<MonitoredState> => ({ recentLeadFailures: 2 });

test("a healthy program sends nothing", async () => {
  await createServer().run();
  expect(sent).toEqual([]);
});

test("several servers send one alert, which is repeated after an hour", async () => {
  const servers = [createServer(failing), createServer(failing)];
  await Promise.all(servers.map((server) => server.run()));
  expect(sent).toEqual(["Problem: Forms are not stored"]);
  await letMinutesPass(59);
  await Promise.all(servers.map((server) => server.run()));
  expect(sent).toHaveLength(1);
  await letMinutesPass(2);
  await Promise.all(servers.map((server) => server.run()));
  expect(sent).toEqual(["Problem: Forms are not stored", "Still a problem: Forms are not stored"]);
});

test("a condition ends when no server has seen it for two minutes", async () => {
  const healthy = createServer();
  await createServer(failing).run();
  await letMinutesPass(1);
  await healthy.run();
  expect(sent).toEqual(["Problem: Forms are not stored"]);
  await letMinutesPass(2);
  await Promise.all([healthy.run(), createServer().run()]);
  expect(sent).toEqual(["Problem: Forms are not stored", "Resolved: Forms are not stored"]);
  expect(await db.selectFrom("alertConditions").selectAll().execute()).toEqual([]);
});

test("an alert that could not be sent is sent again at the next run", async () => {
  const server = createServer(failing);
  outcome = { ok: false, problem: "timeout" };
  await server.run();
  outcome = { ok: true, status: 500, retryAfterSeconds: undefined, body: "", isComplete: true };
  await server.run();
  outcome = { ...outcome, status: 200 };
  await server.run();
  await server.run();
  expect(sent).toEqual(Array.from({ length: 3 }, () => "Problem: Forms are not stored"));
});

test("after a repeated alert could not be sent, it is sent at the next run, and the end is reported", async () => {
  const server = createServer(failing);
  const delivered = outcome;
  const runWith = async (next: RequestOutcome): Promise<void> => {
    outcome = next;
    await server.run();
  };
  await server.run();
  await letMinutesPass(61);
  await runWith({ ok: false, problem: "timeout" });
  await runWith(delivered);
  await server.run();
  const repeated = "Still a problem: Forms are not stored";
  expect(sent).toEqual(["Problem: Forms are not stored", repeated, repeated]);
  await letMinutesPass(61);
  await runWith({ ok: false, problem: "timeout" });
  outcome = delivered;
  await letMinutesPass(3);
  await createServer().run();
  expect(sent.slice(3)).toEqual([repeated, "Resolved: Forms are not stored"]);
});

test("the end of a condition is not reported if no alert about it was sent", async () => {
  const delivered = outcome;
  outcome = { ok: false, problem: "timeout" };
  await createServer(failing).run();
  outcome = delivered;
  await letMinutesPass(3);
  await createServer().run();
  expect(sent).toEqual(["Problem: Forms are not stored"]);
});

test("of several processes of a server, only one reports an outage of the database", async () => {
  const changes = () => ({ database: undefined, notReadySeconds: 80 });
  const processes = [createServer(changes), createServer(changes, false)];
  await Promise.all(processes.map((each) => each.run()));
  expect(sent).toEqual(["Problem: The database is not ready"]);
});

test("an outage of the database is reported after a minute, and when the database accepts writes again", async () => {
  let notReadySeconds = 50;
  let answers = false;
  const server = createServer(() => ({
    ...failing(),
    database: answers ? state.database : undefined,
    notReadySeconds,
  }));
  await server.run();
  expect(sent).toEqual([]);
  notReadySeconds = 80;
  await server.run();
  await server.run();
  expect(sent).toEqual(["Problem: The database is not ready"]);
  // A standby that was promoted while its own standby is missing answers, but stores nothing.
  notReadySeconds = 90;
  answers = true;
  await server.run();
  expect(sent).toHaveLength(1);
  notReadySeconds = 0;
  await server.run();
  expect(sent).toEqual([
    "Problem: The database is not ready",
    "Resolved: The database is not ready",
    "Problem: Forms are not stored",
  ]);
});

test("late email, an old backup, a damaged record and a wrong clock are read from the database", async () => {
  await sql`insert into letters (kind, recipient, state, created_at, next_try_at)
    values ('k', 'a@example.com', 'waiting', now() - interval '20 minutes', now() - interval '20 minutes')`.execute(
    db,
  );
  await sql`insert into chain_verifications (chain, problems, first_problem) values ('audit', 1, 'Link 3')`.execute(
    db,
  );
  const daysAgo = new Date(Date.now() - 2 * 86_400_000);
  await db
    .insertInto("backups")
    .values({ startedAt: daysAgo, finishedAt: daysAgo, problem: "The disk is full." })
    .execute();
  now = new Date(Date.now() + 6 * 60_000);
  const readState = createReader({ isBackupScheduled: true });
  state = await readState();
  await createServer().run();
  expect(sent).toEqual([
    "Problem: There is no recent backup",
    "Problem: A clock is wrong",
    "Problem: Email is late",
    "Problem: A record was changed",
  ]);
  // Frequent readers share one read.
  expect(await readState()).toBe(state);
});

test("a slow query leaves the rest of the state, and is logged instead of counted as an outage", async () => {
  const submissionCounts = createSubmissionCounts({ now: () => now });
  const error = vi.fn<Log["error"]>();
  // Long enough for the first answer on a busy machine.
  const read = createReader({ dataDir: ".", submissionCounts, log: { error }, timeoutMs: 1_000 });
  await db.transaction().execute(async (trx) => {
    await sql`lock table letters in access exclusive mode`.execute(trx);
    submissionCounts.count("assessment", "failed");
    const { database, disk, recentLeadFailures, notReadySeconds } = await read();
    expect([database, recentLeadFailures, notReadySeconds]).toEqual([undefined, 1, 0]);
    expect(disk?.freeBytes).toBeGreaterThan(0);
    expect(error.mock.calls).toEqual([["monitoring.state_not_read", { reason: "too-slow" }]]);
  });
});

test("a broken query is logged once and not counted as an outage", async () => {
  let skippedMs = 0;
  const measure = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => measure() + skippedMs);
  const error = vi.fn<Log["error"]>();
  // PostgreSQL rejects each query of a schema that does not exist.
  const read = createReader({ db: db.withSchema("absent"), log: { error } });
  await read();
  skippedMs = 90_000;
  expect(await read()).toMatchObject({ database: undefined, notReadySeconds: 0 });
  const cause: unknown = expect.objectContaining({ code: "42P01" });
  expect(error.mock.calls).toEqual([["monitoring.state_not_read", { error: cause }]]);
});

test("an outage is counted, and is not logged here", async () => {
  const error = vi.fn<Log["error"]>();
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const unreachable = db.withPlugin({
    transformQuery() {
      throw refused;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const { database, notReadySeconds } = await createReader({ db: unreachable, log: { error } })();
  expect(database).toBeUndefined();
  expect(notReadySeconds).toBeGreaterThan(0);
  expect(error).not.toHaveBeenCalled();
});

test("a condition does not end while the part of the state that shows it is unknown", async () => {
  const { database } = state;
  if (database === undefined) throw new Error("The state has no database.");
  let changes: Partial<MonitoredState> = { ...failing(), database: { ...database, isClockWrong: true } };
  const server = createServer(() => changes);
  await server.run();
  await letMinutesPass(3);
  changes = { database: undefined };
  await server.run();
  expect(sent).toEqual([
    "Problem: A clock is wrong",
    "Problem: Forms are not stored",
    "Resolved: Forms are not stored",
  ]);
  changes = {};
  await server.run();
  expect(sent.at(-1)).toBe("Resolved: A clock is wrong");
});

test("a database that answers and accepts no writes is not ready", async () => {
  const { database, notReadySeconds } = await createReader({ isReady: () => Promise.resolve(false) })();
  expect(database).toBeDefined();
  expect(notReadySeconds).toBeGreaterThan(0);
  expect(state.notReadySeconds).toBe(0);
});
