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

test("whoever listens is told first that nothing is missed from now on, and then of each new lead", async () => {
  await storeAssessment({ name: "Thomas Avery" });
  const { heard } = await listener(aWatch());
  expect(heard).toEqual(["ready"]);
  await storeAssessment({ name: "Thomas Avery" });
  await until("news of an assessment", () => heard.length === 2);
  await storeSignup({ name: "Joan Petrie" });
  await until("news of a sign-up", () => heard.length === 3);
  expect(heard).toEqual(["ready", "leads", "leads"]);
});

test("a row that is stored after another that is dated later is news all the same", async () => {
  await storeAssessment({ name: "First", at: "2026-11-20T18:00:01Z" });
  const { heard } = await listener(aWatch());
  await storeAssessment({ name: "Late", at: "2026-11-20T18:00:00Z" });
  await until("news", () => heard.length === 2);
  expect(heard).toEqual(["ready", "leads"]);
});

test("a lead that is erased is news, so that nobody goes on looking at it", async () => {
  const id = await storeAssessment({ name: "Thomas Avery" });
  const { heard } = await listener(aWatch());
  await db.deleteFrom("preLoiAssessments").where("id", "=", id).execute();
  await until("news", () => heard.length === 2);
});

test("visits and their events are told of, but not more often than anybody can read", async () => {
  const { heard } = await listener(aWatch({ visitsMs: 400 }));
  const visit = await storeVisit({ email: "visit@visitors.invalid" });
  await until("news of a visit", () => heard.length === 2);
  const toldAt = performance.now();
  for (let times = 0; times < 5; times += 1) {
    await storeTracking({ visit, eventType: "page_view" });
    await sleep(25);
  }
  await until("news of what came meanwhile", () => heard.length === 3);
  expect(performance.now() - toldAt).toBeGreaterThan(350);
  expect(heard).toEqual(["ready", "visits", "visits"]);
  await sleep(450);
  expect(heard).toHaveLength(3);
});

test("the database is asked only while somebody listens, however many there are", async () => {
  const watch = aWatch();
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
  // What came while nobody listened is not news to whoever begins to listen now.
  expect((await listener(watch)).heard).toEqual(["ready"]);
});

test("a stop ends it for everybody, and for whoever comes later at once", async () => {
  const watch = aWatch();
  const { heard } = await listener(watch);
  await watch.stop();
  expect(heard).toEqual(["ready", "end"]);
  const late: string[] = [];
  watch.listen(noting(late));
  expect([late, watch.listeners()]).toEqual([["end"], 0]);
});

function aWatch({ visitsMs = 0 } = {}): ChangeFeed {
  const watch = createChangeFeed({ db, log: silentLog, every: { lookMs: 10, visitsMs } });
  watches.push(watch);
  return watch;
}

/** Somebody who listens and has been told that nothing is missed from now on. */
async function listener(watch: ChangeFeed): Promise<{ heard: string[]; leave: () => void }> {
  const heard: string[] = [];
  const leave = watch.listen(noting(heard));
  await until("the watch to be ready", () => heard.length > 0);
  return { heard, leave };
}

function noting(heard: string[]) {
  return {
    onReady: () => void heard.push("ready"),
    onNews: (topic: string) => void heard.push(topic),
    onEnd: () => void heard.push("end"),
  };
}

/** How many connections were taken from the pool since. */
function countQueries(): () => number {
  let count = 0;
  pool.on("acquire", () => (count += 1));
  return () => count;
}
