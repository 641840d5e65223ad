import { afterEach, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { sleep, until } from "#tests/kit/running-server.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { createChangeFeed, type ChangeFeed } from "./change-feed.server.ts";

const { db, pool } = testDatabase();
const { storeAssessment, storeSignup, storeTracking, storeVisit } = storedLeads(db);
const watches: ChangeFeed[] = [];
afterEach(() => Promise.all(watches.splice(0).map((watch) => watch.stop())));

test("a listener is ready first and then receives each new lead", async () => {
  await storeAssessment({ name: "Thomas Avery" });
  const { heard } = await listener(testChangeFeed());
  expect(heard).toEqual(["ready"]);
  await storeAssessment({ name: "Thomas Avery" });
  await until("the change for an assessment", () => heard.length === 2);
  await storeSignup({ name: "Joan Petrie" });
  await until("the change for a sign-up", () => heard.length === 3);
  expect(heard).toEqual(["ready", "leads", "leads"]);
});

test("a row that is stored after another with a later date is a change", async () => {
  await storeAssessment({ name: "First", at: "2026-11-20T18:00:01Z" });
  const { heard } = await listener(testChangeFeed());
  await storeAssessment({ name: "Late", at: "2026-11-20T18:00:00Z" });
  await until("news", () => heard.length === 2);
  expect(heard).toEqual(["ready", "leads"]);
});

test("an erased lead is a change, so that open lists remove it", async () => {
  const id = await storeAssessment({ name: "Thomas Avery" });
  const { heard } = await listener(testChangeFeed());
  await db.deleteFrom("preLoiAssessments").where("id", "=", id).execute();
  await until("news", () => heard.length === 2);
});

test("visits and their events are announced, at a limited rate", async () => {
  const { heard } = await listener(testChangeFeed({ visitsMs: 400 }));
  const visit = await storeVisit({ email: "visit@visitors.invalid" });
  await until("the change for a visit", () => heard.length === 2);
  const notifiedAt = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => storeTracking({ visit, eventType: "page_view" })));
  await until("the change for later visits", () => heard.length === 3);
  expect(performance.now() - notifiedAt).toBeGreaterThan(350);
  expect(heard).toEqual(["ready", "visits", "visits"]);
  await sleep(450);
  expect(heard).toHaveLength(3);
});

test("the database is polled only while there are listeners, and once for all of them", async () => {
  const watch = testChangeFeed();
  const asked = countQueries();
  await sleep(60);
  expect(asked()).toBe(0);
  const [one, other] = [await listener(watch), await listener(watch)];
  expect(watch.listeners()).toBe(2);
  one.leave();
  one.leave();
  other.leave();
  expect(watch.listeners()).toBe(0);
  await sleep(60);
  const before = asked();
  await sleep(100);
  expect(asked()).toBe(before);

  await storeAssessment({ name: "Thomas Avery" });
  // Changes from before are not announced to a new listener.
  expect((await listener(watch)).heard).toEqual(["ready"]);
});

test("a stop ends all listeners, and later ones immediately", async () => {
  const watch = testChangeFeed();
  const { heard } = await listener(watch);
  await watch.stop();
  expect(heard).toEqual(["ready", "end"]);
  const late: string[] = [];
  watch.listen(noting(late));
  expect([late, watch.listeners()]).toEqual([["end"], 0]);
});

function testChangeFeed({ visitsMs = 0 } = {}): ChangeFeed {
  const watch = createChangeFeed({ db, log: silentLog, every: { pollMs: 10, visitsMs } });
  watches.push(watch);
  return watch;
}

/** A listener that is ready. */
async function listener(watch: ChangeFeed): Promise<{ heard: string[]; leave: () => void }> {
  const heard: string[] = [];
  const leave = watch.listen(noting(heard));
  await until("the listener to be ready", () => heard.length > 0);
  return { heard, leave };
}

function noting(heard: string[]) {
  return {
    onReady: () => void heard.push("ready"),
    onChange: (topic: string) => void heard.push(topic),
    onEnd: () => void heard.push("end"),
  };
}

/** The number of connections acquired from the pool since. */
function countQueries(): () => number {
  let count = 0;
  pool.on("acquire", () => (count += 1));
  return () => count;
}
