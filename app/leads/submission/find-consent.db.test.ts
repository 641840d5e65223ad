import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { digestOfAddress, setPreferences } from "#app/mail/suppressions.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { consentFacts, findConsent } from "./find-consent.server.ts";
import { recordSubmission, traceSubmission } from "./record-submission.server.ts";
import { hideWithdrawnAddress, withdrawConsent } from "./withdraw-consent.server.ts";

const { db } = testDatabase();
const email = "ada@example.com";
const leadId = randomUUID();
const monday = new Date("2026-11-16T15:00:00Z");
const tuesday = new Date("2026-11-17T15:00:00Z");

async function receive(
  givenAt: Date,
  given: { byEmail: boolean; byPhone: boolean } | undefined,
  of = leadId,
) {
  const receipt = { leadId: of, form: "assessment", givenAt, optsOut: false } as const;
  await db
    .insertInto("consentReceipts")
    .values(
      given === undefined
        ? { ...receipt, basis: "none-given", byEmail: false, byPhone: false }
        : { ...receipt, ...given, basis: "boxes-shown", wordingVersion: "2026-11-21" },
    )
    .execute();
}

const withdraw = (at: Date, ...channels: ConsentChannel[]) =>
  withdrawConsent({ db, clock: { now: () => at }, ...onRecord }, email, channels);
const find = () => findConsent(db, { leadId, email });

describe("the consent of a lead", () => {
  it("is what its latest receipt says, each channel by itself", async () => {
    await receive(tuesday, { byEmail: false, byPhone: true });
    await receive(monday, { byEmail: true, byPhone: false });
    await receive(new Date("2026-11-18T15:00:00Z"), { byEmail: true, byPhone: true }, randomUUID());
    expect(await find()).toEqual({ email: { state: "no" }, phone: { state: "yes" } });
  });

  it("was not asked for where no form of ours was used, or nothing is known", async () => {
    const unasked = { email: { state: "not-asked" }, phone: { state: "not-asked" } };
    expect(await find()).toEqual(unasked);
    await receive(monday, undefined);
    expect(await find()).toEqual(unasked);
  });

  it("ends with a withdrawal, by its channel alone", async () => {
    await receive(monday, { byEmail: true, byPhone: true });
    await withdraw(tuesday, "phone");
    expect(await find()).toEqual({
      email: { state: "yes" },
      phone: { state: "taken-back", at: tuesday },
    });
  });

  it("is given anew by a later form, and not by one that asks nobody", async () => {
    await withdraw(monday, "phone");
    await receive(tuesday, undefined);
    expect((await find()).phone).toEqual({ state: "taken-back", at: monday });
    await receive(new Date("2026-11-18T15:00:00Z"), { byEmail: false, byPhone: true });
    expect((await find()).phone).toEqual({ state: "yes" });
  });

  it("ends with a withdrawal of the same moment", async () => {
    await receive(monday, { byEmail: false, byPhone: true });
    await withdraw(monday, "phone");
    expect((await find()).phone).toEqual({ state: "taken-back", at: monday });
  });

  it("ends for e-mail while its letters are stopped, by the link in a letter or by the withdrawal", async () => {
    const { preferencesKey } = await db
      .insertInto("letters")
      .values({ kind: "test", recipient: email, about: null })
      .returning("preferencesKey")
      .executeTakeFirstOrThrow();
    await receive(monday, { byEmail: true, byPhone: true });
    await setPreferences(db, preferencesKey, ["announcements"]);
    expect((await find()).email).toEqual({ state: "yes" });
    await setPreferences(db, preferencesKey, []);
    expect(await find()).toMatchObject({ email: { state: "taken-back" }, phone: { state: "yes" } });
    await setPreferences(db, preferencesKey, ["announcements"]);
    expect((await find()).email).toEqual({ state: "yes" });

    await withdraw(tuesday, "email");
    await receive(new Date("2026-11-18T15:00:00Z"), { byEmail: true, byPhone: true });
    expect((await find()).email).toMatchObject({ state: "taken-back" });
    await setPreferences(db, preferencesKey, ["announcements"]);
    expect((await find()).email).toEqual({ state: "yes" });
  });

  it("stays taken back when the address was erased and comes again", async () => {
    await withdraw(tuesday, "phone");
    const hide = () => db.transaction().execute((trx) => hideWithdrawnAddress(trx, email));
    expect([await hide(), await hide()]).toEqual([1, 1]);
    const rows = db.selectFrom("consentWithdrawals").select(["email", "channel"]);
    expect(await rows.execute()).toEqual([{ email: digestOfAddress(email), channel: "phone" }]);
    await receive(monday, { byEmail: false, byPhone: true });
    expect((await find()).phone).toEqual({ state: "taken-back", at: tuesday });
  });
});

describe("a receipt agrees to calls", () => {
  const record = async (byPhone: boolean, phone: string | null) => {
    const consent = { basis: "boxes-shown", wordingVersion: "2026-11-21", byEmail: true, byPhone } as const;
    const submission = await traceSubmission(db, aSubmission({ consent, at: monday }));
    const contact = { name: "Ada Byron", email, phone };
    await recordSubmission(db, { form: "event-signup", leadId, contact }, submission);
    return find();
  };

  it("where the box was ticked and a number given with it", async () => {
    expect(await record(true, "555 0100")).toEqual({ email: { state: "yes" }, phone: { state: "yes" } });
  });

  it("not where no number was given, nor by a number alone", async () => {
    const noCalls = { email: { state: "yes" }, phone: { state: "no" } };
    expect(await record(true, null)).toEqual(noCalls);
    await db.deleteFrom("consentReceipts").execute();
    expect(await record(false, "555 0100")).toEqual(noCalls);
  });
});

test("a consent reads as plain words, with the day in the practice’s time", () => {
  const at = new Date("2026-11-17T03:00:00Z");
  expect(consentFacts({ phone: { state: "yes" }, email: { state: "no" } })).toEqual([
    ["May be called", "Yes"],
    ["May be sent articles and invitations", "No"],
  ]);
  const [calls, letters] = consentFacts({
    phone: { state: "taken-back", at },
    email: { state: "not-asked" },
  });
  expect([calls?.[1], letters?.[1]]).toEqual(["No, taken back on Nov 16, 2026", "Was not asked"]);
});
