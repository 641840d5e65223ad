import { answersScoring } from "#tests/kit/an-assessment.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listAssessments, summarizeAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, visit } from "#tests/kit/person-data.ts";

const { db } = testDatabase();
const now = new Date("2026-11-20T18:00:00Z");

test("6: this month is the current month of this year in the firm's time zone", async () => {
  // Midnight in Austin is 5 AM UTC until daylight saving time ends on November 1, 2026.
  for (const at of ["2025-11-10T12:00:00Z", "2026-11-01T04:59:59Z", "2026-11-01T05:00:00Z"]) await store(at);
  const { total, thisMonth } = await summarizeAssessments(db, { now: () => now });
  expect({ total, thisMonth }).toEqual({ total: 3, thisMonth: 1 });
});

test("7: the tracking list shows the site's own events", async () => {
  await visit(db, aPerson("heron"));
  const { rows } = await listTrackingEvents(db, { sort: "newest" }).page({ size: 20 });
  expect(rows).toMatchObject([{ eventType: "page_view", url: "/faqs" }]);
});

test("8: all rows after the first 20 can be reached page by page", async () => {
  for (let minute = 10; minute < 55; minute += 1) await store(`2026-11-20T12:${minute}:00Z`);
  const seen = new Set<string>();
  const times: number[] = [];
  let after: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const beyond = after === undefined ? {} : { beyond: { direction: "after" as const, row: after } };
    const { rows, hasNext } = await listAssessments(db, { sort: "newest" }).page({ size: 20, ...beyond });
    for (const { id, createdAt } of rows) {
      seen.add(id);
      times.push(createdAt.getTime());
    }
    expect(hasNext).toBe(page < 2);
    after = rows.at(-1)?.id;
  }
  expect(seen.size).toBe(45);
  // spec §7: ordered by created_at descending.
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});

async function store(createdAt: string): Promise<void> {
  const answers = answersScoring(2);
  const person = { name: "Ada Byron", email: "ada@example.com", phone: "1" };
  const keys = {
    questionSetVersion: "1",
    resultKey: randomUUID(),
    submissionKey: null,
    fingerprint: randomUUID(),
  };
  await db
    .insertInto("preLoiAssessments")
    .values({
      ...person,
      ...answers,
      ...keys,
      score: 13,
      scoreLevel: "Making Progress",
      createdAt: new Date(createdAt),
    })
    .execute();
}
