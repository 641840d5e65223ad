import { describe, expect, it, test } from "vitest";
import type { Actor } from "#app/audit/audit.server.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { digestOfAddress, isSuppressed, setTopics } from "#app/email/outbox/suppressions.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { aSignup } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { listConsentReceipts } from "#tests/kit/read-person.ts";
import { consentFacts, findConsent, type PersonConsent } from "./find-consent.server.ts";
import { giveConsent } from "./record-consent.server.ts";
import { recordSubmission, traceSubmission } from "#app/intake/submission/record-submission.server.ts";
import type { Consent } from "#app/intake/submission/submission.ts";
import { hideWithdrawnAddress, withdrawConsent } from "./withdraw-consent.server.ts";

const { db } = testDatabase();
const email = "ada@example.com";
const ruth: Actor = { kind: "staff", id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", email: "ruth@example.com" };
const day = (number: number): Date => new Date(Date.UTC(2026, 10, number, 12));
const boxes = (byEmail: boolean, byPhone: boolean): Consent => ({
  basis: "boxes-shown",
  wordingVersion: "2026-11-21",
  byEmail,
  byPhone,
});
const noBoxes: Consent = { basis: "none-given" };

let sent = 0;
/** Submits another assessment with the same address. */
async function send(at: Date, consent: Consent, pageVersion: string | null = "page"): Promise<void> {
  sent += 1;
  const outcome = await submitAssessment(
    { db, clock: { now: () => at }, outbox: createOutbox(() => undefined) },
    {
      input: anAssessment({ email, name: `Ada ${sent}` }),
      submission: aSubmission({ at, consent, pageVersion }),
    },
  );
  expect(outcome.ok).toBe(true);
}

const withdraw = (at: Date, ...channels: ConsentChannel[]) =>
  withdrawConsent({ db, clock: { now: () => at }, ...auditDeps }, email, channels);
const give = (at: Date, ...channels: ConsentChannel[]) =>
  giveConsent({ db, clock: { now: () => at }, ...auditDeps, actor: ruth }, [email], channels);
const find = () => findConsent(db, email);
const checked = (at: Date) => ({ state: "yes", at, basis: "boxes-shown", recordedBy: null });

describe("the consent of a person", () => {
  it("persists after a later form with empty boxes", async () => {
    await send(day(1), boxes(true, true));
    await send(day(2), boxes(false, false));
    expect(await find()).toEqual({ email: checked(day(1)), phone: checked(day(1)) });
  });

  it("does not return after an opt-out through a form, which anyone can send", async () => {
    await send(day(1), boxes(true, true));
    await withdraw(day(2), "email", "phone");
    await send(day(3), boxes(true, true));
    const optedOut = { state: "opted-out", at: day(2), checkedSince: day(3) };
    expect(await find()).toEqual({ email: optedOut, phone: optedOut });
  });

  it("is decided by the last change, even if the clock of the server that stored the one before was ahead", async () => {
    const minuteAhead = (at: Date) => new Date(at.getTime() + 60_000);
    await give(minuteAhead(day(1)), "email", "phone");
    await withdraw(day(1), "email", "phone");
    expect(await find()).toMatchObject({ email: { state: "opted-out" }, phone: { state: "opted-out" } });
    await withdraw(minuteAhead(day(2)), "email", "phone");
    await give(day(2), "email", "phone");
    expect(await find()).toMatchObject({ email: { state: "yes" }, phone: { state: "yes" } });
  });

  it("combines all forms of the address, by channel", async () => {
    await send(day(1), boxes(true, false));
    const signup = await db
      .insertInto("linkedinLiveSignups")
      .values(aSignup({ email }))
      .returning("id")
      .executeTakeFirstOrThrow();
    const submission = await traceSubmission(
      db,
      aSubmission({ at: day(2), consent: boxes(false, true), pageVersion: "page" }),
    );
    const contact = { name: "Ada Byron", email, phone: "555 0100" };
    await db
      .transaction()
      .execute((trx) =>
        recordSubmission(trx, { form: "event-signup", leadId: signup.id, contact }, submission),
      );
    expect(await find()).toEqual({ email: checked(day(1)), phone: checked(day(2)) });
    expect(await findConsent(db, "ben@example.com")).toMatchObject({ phone: { state: "not-asked" } });
  });

  it("is “no” after empty boxes, and “not asked” without proof that there were any", async () => {
    const notAsked = { email: { state: "not-asked" }, phone: { state: "not-asked" } };
    expect(await find()).toEqual(notAsked);
    await send(day(1), noBoxes);
    // Earlier releases recorded calls without a token like this.
    await send(day(2), boxes(true, true), null);
    expect(await find()).toEqual(notAsked);
    await send(day(3), boxes(false, false));
    expect(await find()).toEqual({ email: { state: "no" }, phone: { state: "no" } });
  });

  it("ends per channel", async () => {
    await send(day(1), boxes(true, true));
    await withdraw(day(2), "phone");
    expect(await find()).toEqual({
      email: checked(day(1)),
      phone: { state: "opted-out", at: day(2), checkedSince: null },
    });
  });

  it("ends with an opt-out at the same time", async () => {
    await send(day(1), boxes(false, true));
    await withdraw(day(1), "phone");
    expect((await find()).phone.state).toBe("opted-out");
  });

  it("does not require a lead for an opt-out to remain in effect", async () => {
    await withdraw(day(1), "phone");
    expect(await find()).toMatchObject({ email: { state: "not-asked" }, phone: { state: "opted-out" } });
  });
});

describe("staff", () => {
  it("lift an opt-out per channel, recorded with their address and the time", async () => {
    await withdraw(day(1), "email", "phone");
    await give(day(2), "phone");
    expect(await find()).toEqual({
      email: { state: "opted-out", at: day(1), checkedSince: null },
      phone: { state: "yes", at: day(2), basis: "staff", recordedBy: "ruth@example.com" },
    });
    expect(await listConsentReceipts(db, email)).toMatchObject([
      { leadId: null, form: null, basis: "staff", byEmail: false, byPhone: true, wordingVersion: null },
    ]);
    const audited = db
      .selectFrom("auditEvents")
      .select(["action", "actorEmail", "subject", "details"])
      .where("action", "=", "consent-given");
    expect(await audited.execute()).toEqual([
      {
        action: "consent-given",
        actorEmail: "ruth@example.com",
        subject: auditDeps.persons.subjectOf(email),
        details: { channels: "phone" },
      },
    ]);
  });

  it("resume the emails that an opt-out stopped", async () => {
    await withdraw(day(1), "email");
    expect(await isSuppressed(db, email, "reminders")).toBe(true);
    await give(day(2), "email");
    expect((await find()).email.state).toBe("yes");
    expect(await isSuppressed(db, email, "reminders")).toBe(false);
    expect(await isSuppressed(db, email, "announcements")).toBe(false);
  });

  it("remain the evidence when a later form checks the box", async () => {
    await withdraw(day(1), "phone");
    await give(day(2), "phone");
    await send(day(3), boxes(false, true));
    expect((await find()).phone).toMatchObject({ at: day(2), basis: "staff" });
  });

  it("do not lift a later opt-out", async () => {
    await give(day(1), "phone");
    await withdraw(day(2), "phone");
    expect((await find()).phone).toEqual({ state: "opted-out", at: day(2), checkedSince: null });
    await give(day(3), "phone");
    expect((await find()).phone.state).toBe("yes");
  });
});

describe("stopped announcements", () => {
  it("count as an opt-out of email, and a later form does not lift it", async () => {
    await send(day(1), boxes(true, true));
    await setTopics(db, email, ["announcements"], day(2));
    expect((await find()).email).toEqual(checked(day(1)));
    await setTopics(db, email, [], day(2));
    await send(day(3), boxes(true, true));
    expect(await find()).toEqual({
      email: { state: "opted-out", at: day(2), checkedSince: day(3) },
      phone: checked(day(3)),
    });
  });
});

test("an opt-out remains in effect as a digest when an erased address returns", async () => {
  await withdraw(day(2), "phone");
  const hide = () => db.transaction().execute((trx) => hideWithdrawnAddress(trx, email));
  expect([await hide(), await hide()]).toEqual([1, 1]);
  const rows = db.selectFrom("consentWithdrawals").select(["email", "channel"]);
  expect(await rows.execute()).toEqual([{ email: digestOfAddress(email), channel: "phone" }]);
  await send(day(3), boxes(false, true));
  expect((await find()).phone).toEqual({ state: "opted-out", at: day(2), checkedSince: day(3) });
});

describe("a form agrees to calls", () => {
  const record = async (byPhone: boolean, phone: string | null) => {
    const signup = await db
      .insertInto("linkedinLiveSignups")
      .values(aSignup({ email }))
      .returning("id")
      .executeTakeFirstOrThrow();
    const submission = await traceSubmission(
      db,
      aSubmission({ at: day(1), consent: boxes(true, byPhone), pageVersion: "page" }),
    );
    const contact = { name: "Ada Byron", email, phone };
    await db
      .transaction()
      .execute((trx) =>
        recordSubmission(trx, { form: "event-signup", leadId: signup.id, contact }, submission),
      );
    return (await find()).phone.state;
  };

  it("with a checked box and a number", async () => {
    expect(await record(true, "555 0100")).toBe("yes");
  });

  it.each([
    ["only a number", false, "555 0100"],
    ["only a checked box", true, null],
  ])("not with %s", async (_what, byPhone, phone) => {
    expect(await record(byPhone, phone)).toBe("no");
  });
});

test.each<[PersonConsent["phone"], string]>([
  [
    { state: "yes", at: day(17), basis: "boxes-shown", recordedBy: null },
    "Yes, box checked in a form on Nov 17, 2026",
  ],
  [
    { state: "yes", at: day(17), basis: "preference-page", recordedBy: null },
    "Yes, given through the link in an email on Nov 17, 2026",
  ],
  [
    { state: "yes", at: day(17), basis: "staff", recordedBy: "ruth@example.com" },
    "Yes, recorded by ruth@example.com on Nov 17, 2026",
  ],
  [
    { state: "yes", at: day(17), basis: "staff", recordedBy: "shell" },
    "Yes, recorded by the administrator on Nov 17, 2026",
  ],
  [{ state: "no" }, "No, box not checked"],
  [{ state: "not-asked" }, "Not asked"],
  // In the firm’s time zone, this is still the previous day.
  [
    { state: "opted-out", at: new Date("2026-11-17T03:00:00Z"), checkedSince: null },
    "No, opted out on Nov 16, 2026",
  ],
  [
    { state: "opted-out", at: day(17), checkedSince: day(18) },
    "No, opted out on Nov 17, 2026. A form sent on Nov 18, 2026 checked this box; the opt-out still stands.",
  ],
])("consent %j reads as plain words", (phone, words) => {
  expect(consentFacts({ phone, email: { state: "no" } })).toEqual([
    ["May be called", words],
    ["May be sent articles and invitations", "No, box not checked"],
  ]);
});
