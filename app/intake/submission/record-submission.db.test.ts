import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Touch } from "#app/data/schema/visitors.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import type { AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { createCollector } from "#app/tracking/collector/collector.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { aSender, aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment, answersScoring } from "#tests/kit/an-assessment.ts";
import { testDatabase } from "#tests/kit/database.ts";
import type { Sender } from "#app/tracking/attribution/request-source.server.ts";

const { db } = testDatabase();
const day = (number: number): Date => new Date(Date.UTC(2026, 10, number, 12));
const outbox = createOutbox(() => undefined);
const { limitKey } = createSpamCheckKeys(
  createKeyRing(["a secret for tests, longer than thirty-two characters"]),
);
const collector = createCollector({ db, clock: { now: () => day(21) }, log: silentLog, limitKey });

/** The source of a browser that follows a campaign link. */
const touchBy = (campaign: string, at: Date): Touch => ({
  at: at.toISOString(),
  landingPage: "/faqs",
  referrer: null,
  campaign: { source: campaign },
  clickId: null,
});

/** Adds a visit of a browser from a campaign. @returns its id */
async function visit(browserKey: string, campaign: string, at: Date): Promise<string> {
  const id = randomUUID();
  const from = "203.0.113.9";
  const touch = touchBy(campaign, at);
  const told = {
    source: "Direct",
    ipAddress: from,
    userAgent: null,
    trafficClass: "person",
    classReason: null,
  } as const;
  expect(await collector.recordVisit({ id, at, browserKey, touch, ...told }, from)).toBe("stored");
  return id;
}

/** Adds a page view within a visit, from another campaign. */
async function viewPage(visitId: string, campaign: string, timestamp: Date): Promise<void> {
  const touch = touchBy(campaign, timestamp);
  const page = { id: randomUUID(), eventType: "page_view", url: "/faqs", timestamp, touch } as const;
  const events = [{ ...page, percentage: null, idleTime: null, timeOnPage: null, target: null }];
  expect(await collector.recordEvents({ visitId, events }, "203.0.113.9")).toBe("stored");
}

/** Submits the form. @returns the visit of the sender, who is now identified */
async function sendForm(sender: Partial<Sender>, at: Date, input: Partial<AssessmentInput> = {}) {
  const outcome = await submitAssessment(
    { db, clock: { now: () => at }, outbox },
    { input: anAssessment(input), submission: aSubmission({ at, sender: aSender(sender) }) },
  );
  return identified(outcome.ok ? outcome.id : "");
}

function identified(leadId: string | null) {
  return db.selectFrom("visitors").selectAll().where("leadId", "=", leadId).executeTakeFirstOrThrow();
}

const other = { name: "Ada Byron", email: "ada@example.com" };

describe("after a form in a browser's second visit", () => {
  const browserKey = randomUUID();
  let visitId: string;
  beforeEach(async () => {
    await visit(browserKey, "spring", day(1));
    visitId = await visit(browserKey, "autumn", day(2));
    await viewPage(visitId, "letter", new Date(day(2).getTime() + 60_000));
  });

  it("its sender is identified, with the first and last campaign and the visit", async () => {
    expect(await sendForm({ visitId, browserKey }, day(3))).toMatchObject({
      firstName: "Thomas",
      lastName: "Avery",
      email: "t.avery@example.com",
      source: "pre-loi-assessment-form",
      createdAt: day(3),
      browserKey,
      visitId,
      firstTouch: { campaign: { source: "spring" } },
      lastTouch: { campaign: { source: "letter" } },
    });
  });

  it("the identification does not change with later visits of the browser", async () => {
    const frozen = await sendForm({ visitId, browserKey }, day(3));
    await viewPage(visitId, "late", day(4));
    const later = await visit(browserKey, "winter", day(5));
    await sendForm({ visitId: later, browserKey }, day(5), answersScoring(3));
    expect(await identified(frozen.leadId)).toEqual(frozen);
  });

  it("a second person with the same browser is separate from the first", async () => {
    const first = await sendForm({ visitId, browserKey }, day(3));
    const later = await visit(browserKey, "winter", day(5));
    const second = await sendForm({ visitId: later, browserKey }, day(5), other);
    expect(second).toMatchObject({
      firstName: "Ada",
      email: "ada@example.com",
      visitId: later,
      lastTouch: { campaign: { source: "winter" } },
    });
    expect(await identified(first.leadId)).toEqual(first);
    const ofVisits = db.selectFrom("visitors").select(["firstName", "leadId"]).where("leadId", "is", null);
    expect(await ofVisits.execute()).toEqual(Array(3).fill({ firstName: "Anonymous", leadId: null }));
  });
});

it("the URL of the form's page is later than any visit and applies only to its sender", async () => {
  const browserKey = randomUUID();
  const postcard = touchBy("postcard", day(3));
  const first = await sendForm({ browserKey, touch: postcard }, day(3));
  expect(first).toMatchObject({ visitId: null, firstTouch: postcard, lastTouch: postcard });
  const second = await sendForm({ browserKey }, day(4), other);
  expect(second).toMatchObject({ visitId: null, firstTouch: null, lastTouch: null });
});

it("the key of an unknown visit or of an identified person joins nothing", async () => {
  await visit(randomUUID(), "spring", day(1));
  const forged = await sendForm({ visitId: randomUUID(), browserKey: randomUUID() }, day(3));
  const nothing = { visitId: null, firstTouch: null, lastTouch: null };
  expect(forged).toMatchObject(nothing);
  const ofPerson = await sendForm({ touch: touchBy("postcard", day(3)) }, day(3), answersScoring(3));
  expect(await sendForm({ visitId: ofPerson.id }, day(4), other)).toMatchObject(nothing);
});
