import { formHandlers } from "#server/form-handlers.ts";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { anAssessment, assessmentScore } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { aSender } from "#tests/kit/a-submission.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { fingerprintSubmission } from "#app/intake/submission/fingerprint.server.ts";
import { serializeSource } from "./quarantined-source.server.ts";
import type { FormHandler } from "./form-handler.server.ts";
import { findQuarantined, quarantineSubmission, deleteQuarantined } from "./quarantine.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { until } from "#tests/kit/running-server.ts";
import { acceptQuarantined } from "./accept-quarantined.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";

const { db } = testDatabase();
const arrivedAt = new Date("2026-11-19T15:30:00.123Z");
const now = new Date("2026-11-21T10:00:00Z");
const deps = {
  db,
  clock: { now: () => now },
  outbox: createOutbox(() => undefined),
  formHandlers,
  ...auditDeps,
};

const submission: Submission = {
  at: arrivedAt,
  sender: aSender({
    clientAddress: "203.0.113.99",
    ipAddress: "203.0.113.0",
    visitId: null,
    browserKey: randomUUID(),
    trafficClass: "unsure",
    classReason: "without the headers of a browser",
    touch: {
      at: arrivedAt.toISOString(),
      landingPage: "/pre-loi-assessment",
      referrer: null,
      campaign: { source: "newsletter" },
      clickId: { kind: "gclid", value: "abc" },
    },
  }),
  consent: { basis: "boxes-shown", wordingVersion: "2026-11-21", byEmail: true, byPhone: false },
  pageVersion: "dGhlLXZlcnNpb24tMTIzNA",
  unconfirmed: null,
  mailboxKey: null,
  isLimited: false,
  heldSeat: null,
};

const signup = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: null,
  questions: "Does QSBS apply?",
  topics: null,
};

async function addQuarantined(
  form: "assessment" | "event-signup",
  input: Record<string, unknown>,
  more = {},
) {
  const { id } = await quarantineSubmission(db, {
    form,
    reason: "many",
    at: submission.at,
    input,
    sender: serializeSource(submission),
    fingerprint: fingerprintSubmission(form, input),
    resultKey: null,
    ...more,
  });
  return id;
}

const letterKinds = async () =>
  (await db.selectFrom("letters").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);

describe("an accepted assessment", () => {
  test("is stored with its time of receipt, at the result URL that its sender received", async () => {
    const id = await addQuarantined("assessment", anAssessment(), { reason: "honeypot", resultKey: "told" });
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: true, became: "assessment" });

    const lead = await db.selectFrom("preLoiAssessments").selectAll().executeTakeFirstOrThrow();
    expect(lead).toMatchObject({
      ...anAssessment(),
      score: assessmentScore,
      createdAt: arrivedAt,
      resultKey: "told",
    });
    expect(await letterKinds()).toEqual(["assessment-result", "new-assessment"]);
    expect(await findQuarantined(db, id)).toMatchObject({ releasedAt: now, leadId: lead.id });
  });

  test("keeps its consent, its page and its source", async () => {
    await acceptQuarantined(deps, await addQuarantined("assessment", anAssessment()));
    const lead = await db.selectFrom("preLoiAssessments").select("id").executeTakeFirstOrThrow();
    expect(await db.selectFrom("consentReceipts").selectAll().execute()).toMatchObject([
      {
        leadId: lead.id,
        givenAt: arrivedAt,
        basis: "boxes-shown",
        byEmail: true,
        byPhone: false,
        wordingVersion: "2026-11-21",
        pageVersion: submission.pageVersion,
        optsOut: false,
      },
    ]);
    expect(await db.selectFrom("visitors").selectAll().execute()).toMatchObject([
      {
        leadId: lead.id,
        firstName: "Thomas",
        ipAddress: "203.0.113.0",
        browserKey: submission.sender.browserKey,
        lastTouch: submission.sender.touch,
        trafficClass: "unsure",
      },
    ]);
  });

  test("is the same as a later resend of the sender, under another key", async () => {
    const id = await addQuarantined("assessment", anAssessment());
    await acceptQuarantined(deps, id);
    const at = new Date(arrivedAt.getTime() + 20 * 3_600_000);
    const later = { ...deps, clock: { now: () => at } };
    await submitAssessment(later, {
      input: anAssessment(),
      idempotencyKey: "K",
      submission: aSubmission({ at }),
    });
    expect(await db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
  });

  test("is stored once under concurrency and after an interruption", async () => {
    const id = await addQuarantined("assessment", anAssessment());
    await Promise.all([acceptQuarantined(deps, id), acceptQuarantined(deps, id)]);
    await db.updateTable("quarantinedSubmissions").set({ releasedAt: null }).execute();
    expect(await acceptQuarantined(deps, id)).toMatchObject({ ok: true });
    expect(await db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
    expect(await letterKinds()).toEqual(["assessment-result", "new-assessment"]);
  });
});

describe("an accepted sign-up", () => {
  test("gets a seat and an email", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    const id = await addQuarantined("event-signup", signup);
    expect(await db.selectFrom("events").select("seatsTaken").execute()).toEqual([{ seatsTaken: 0 }]);

    expect(await acceptQuarantined(deps, id)).toEqual({ ok: true, became: "seat" });
    const lead = await db.selectFrom("linkedinLiveSignups").selectAll().executeTakeFirstOrThrow();
    expect(lead).toMatchObject({ ...signup, state: "seat", placeNumber: 1, createdAt: arrivedAt });
    expect(await letterKinds()).toEqual(["event-place", "new-event-signup"]);
    expect(await findQuarantined(db, id)).toMatchObject({ releasedAt: now, leadId: lead.id });
  });

  test("is one sign-up with one receipt and one email under concurrency and after an interruption", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    const id = await addQuarantined("event-signup", signup);
    await Promise.all([acceptQuarantined(deps, id), acceptQuarantined(deps, id)]);
    await db.updateTable("quarantinedSubmissions").set({ releasedAt: null }).execute();
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: true, became: "seat" });
    expect(await db.selectFrom("consentReceipts").select("id").execute()).toHaveLength(1);
    expect(
      await db.selectFrom("visitors").select("id").where("leadId", "is not", null).execute(),
    ).toHaveLength(1);
    expect(await letterKinds()).toEqual(["event-place", "new-event-signup"]);
  });

  test("gets a waiting-list position if all seats were taken in the meantime", async () => {
    await db
      .insertInto("events")
      .values(anEvent({ capacity: 1 }))
      .execute();
    await acceptQuarantined(
      deps,
      await addQuarantined("event-signup", { ...signup, email: "ben@example.com" }),
    );
    expect(await acceptQuarantined(deps, await addQuarantined("event-signup", signup))).toEqual({
      ok: true,
      became: "waiting",
    });
  });

  test("becomes a request for the next date if the event is over", async () => {
    await db
      .insertInto("events")
      .values(anEvent({ startsAt: new Date("2026-11-20T18:00:00Z") }))
      .execute();
    const id = await addQuarantined("event-signup", signup);
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: true, became: "next-date" });
    expect(await letterKinds()).toEqual(["new-event-signup", "next-date-noted"]);
    expect((await findQuarantined(db, id))?.leadId).toMatch(/^[\da-f-]{36}$/);
  });

  test("of a person who has a seat already reserves no second one", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    const before = await addQuarantined("event-signup", signup);
    await acceptQuarantined(deps, before);
    const id = await addQuarantined("event-signup", { ...signup, questions: "What about trusts?" });
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: true, became: "seat" });
    expect(await db.selectFrom("events").select("seatsTaken").execute()).toEqual([{ seatsTaken: 1 }]);
  });
});

describe("acceptance is refused", () => {
  test("for an unknown id", async () => {
    expect(await acceptQuarantined(deps, randomUUID())).toEqual({ ok: false, reason: "unknown" });
  });

  test("for an accepted submission", async () => {
    const id = await addQuarantined("assessment", anAssessment());
    await acceptQuarantined(deps, id);
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: false, reason: "released" });
  });

  test.each([
    ["its fields", { input: { name: "Ada" } }],
    ["its sender", { sender: {} }],
  ])("if the program can no longer read %s; the submission stays quarantined", async (_what, more) => {
    const id = await addQuarantined("assessment", anAssessment(), more);
    expect(await acceptQuarantined(deps, id)).toEqual({ ok: false, reason: "unreadable" });
    expect(await findQuarantined(db, id)).toMatchObject({ releasedAt: null });
    expect(await db.selectFrom("preLoiAssessments").select("id").execute()).toEqual([]);
  });
});

describe("a submission that is deleted while it is being accepted", () => {
  const erase = (email: string) => erasePerson(deps, email, { keepsEmails: false });

  async function expectNothingStored(id: string): Promise<void> {
    expect(await findQuarantined(db, id)).toBeUndefined();
    for (const table of [
      "preLoiAssessments",
      "linkedinLiveSignups",
      "consentReceipts",
      "visitors",
      "letters",
    ] as const) {
      expect([table, await db.selectFrom(table).select("id").execute()]).toEqual([table, []]);
    }
    const released = db.selectFrom("auditEvents").select("id").where("action", "=", "submission-released");
    expect(await released.execute()).toEqual([]);
  }

  /** Runs `interrupt` after the quarantined row was read and before the form's command begins. */
  function interruptedBy(interrupt: () => Promise<unknown>): typeof deps {
    const interrupted = (handler: FormHandler): FormHandler => ({
      ...handler,
      accept: async (...given) => {
        await interrupt();
        return handler.accept(...given);
      },
    });
    const { assessment, "event-signup": eventSignup } = formHandlers;
    const handlers = { assessment: interrupted(assessment), "event-signup": interrupted(eventSignup) };
    return { ...deps, formHandlers: { ...formHandlers, ...handlers } };
  }

  test.each([
    ["an assessment", "assessment", anAssessment(), []],
    ["a sign-up for a seat", "event-signup", signup, [anEvent()]],
    ["a request for the next date", "event-signup", signup, []],
  ] as const)("%s is not stored after an erasure", async (_what, form, input, events) => {
    if (events.length > 0) await db.insertInto("events").values(events).execute();
    const id = await addQuarantined(form, input);
    const given = interruptedBy(() => erase(input.email));
    expect(await acceptQuarantined(given, id)).toEqual({ ok: false, reason: "unknown" });
    await expectNothingStored(id);
    const taken = await db.selectFrom("events").select("seatsTaken").execute();
    expect(taken.filter(({ seatsTaken }) => seatsTaken > 0)).toEqual([]);
  });

  test("is not stored after staff deleted it", async () => {
    const id = await addQuarantined("assessment", anAssessment());
    const given = interruptedBy(() => deleteQuarantined(deps, id));
    expect(await acceptQuarantined(given, id)).toEqual({ ok: false, reason: "unknown" });
    await expectNothingStored(id);
  });

  test("is erased if the erasure begins while the lead is being stored", async () => {
    const id = await addQuarantined("assessment", anAssessment());
    let erasing: Promise<unknown> | undefined;
    const outbox: typeof deps.outbox = {
      ...deps.outbox,
      // The lead is stored at this point, and its transaction is still open.
      putFormEmails: async (...given) => {
        erasing ??= erase(anAssessment().email);
        await until("the erasure to wait", async () => (await countWaitingForLocks()) > 0);
        return deps.outbox.putFormEmails(...given);
      },
    };
    await acceptQuarantined({ ...deps, outbox }, id);
    expect(erasing).toBeDefined();
    await erasing;
    expect(await db.selectFrom("preLoiAssessments").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("consentReceipts").select("id").execute()).toEqual([]);
    expect(await findQuarantined(db, id)).toBeUndefined();
  });
});

async function countWaitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
