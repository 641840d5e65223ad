import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ConsentState } from "#app/data/schema/people.ts";
import { digestOfAddress } from "#app/email/outbox/suppressions.server.ts";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createDraw } from "#tests/kit/draw.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const { db } = testDatabase();
const { storeAssessment, storeSignup } = storedLeads(db);

const restrictions: readonly ConsentState[] = ["opted-out", "no", "not-asked", "yes"];
const addresses = Array.from({ length: 60 }, (_, index) => `lead${index}@example.com`);

const draw = createDraw(7);

/** One of two times, so that records often have the same one. */
const drawTime = (): Date => new Date(Date.UTC(2026, 10, 1 + draw(2)));
/** Opt-outs of an erased address are stored under its digest. */
const drawName = (email: string): string => (draw(4) === 0 ? digestOfAddress(email) : email);

type Lead = { leadId: string; form: "assessment" | "event-signup" };

const drawBoolean = (): boolean => draw(2) === 0;
const atRandom = () => ({ givenAt: drawTime(), byEmail: drawBoolean(), byPhone: drawBoolean() });

/** The receipt of a form, with or without boxes, and often from before receipts named their page. */
const formReceipt = (lead: Lead) => {
  const shared = { ...lead, ...atRandom(), optsOut: false, pageVersion: draw(4) > 0 ? "page" : null };
  return draw(4) > 0
    ? ({ ...shared, basis: "boxes-shown", wordingVersion: "2026-11-21" } as const)
    : ({ ...shared, basis: "none-given", byEmail: false, byPhone: false } as const);
};

const addressReceipt = (email: string) => {
  const shared = { email, ...atRandom(), optsOut: false };
  return drawBoolean()
    ? ({ ...shared, basis: "preference-page", wordingVersion: "2026-11-21" } as const)
    : ({ ...shared, basis: "staff", recordedBy: "ruth@example.com" } as const);
};

/** The kinds of records that consent depends on, and their deletion. */
const events: readonly ((email: string) => Promise<unknown>)[] = [
  async (email) => {
    const leadId = await storeAssessment({ name: "Ada", email });
    await db
      .insertInto("consentReceipts")
      .values(formReceipt({ leadId, form: "assessment" }))
      .execute();
  },
  async (email) => {
    const leadId = await storeSignup({ name: "Ada", email, state: "told" });
    await db
      .insertInto("consentReceipts")
      .values(formReceipt({ leadId, form: "event-signup" }))
      .execute();
  },
  (email) => db.insertInto("consentReceipts").values(addressReceipt(email)).execute(),
  (email) =>
    db
      .insertInto("consentWithdrawals")
      .values({ email: drawName(email), channel: draw(2) === 0 ? "email" : "phone", at: drawTime() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  (email) =>
    db
      .insertInto("letterSuppressions")
      .values({
        email: drawName(email),
        topic: draw(3) === 0 ? "reminders" : "announcements",
        createdAt: drawTime(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  (email) => db.deleteFrom("letterSuppressions").where("email", "=", drawName(email)).execute(),
  (email) => db.deleteFrom("linkedinLiveSignups").where("email", "=", email).execute(),
  (email) => db.deleteFrom("consentReceipts").where("email", "=", email).execute(),
];

const listStored = async () => {
  const { rows } = await sql<{ id: string; call: ConsentState; email: ConsentState; addresses: string[] }>`
    select people.id, call_consent as call, email_consent as email, array_agg(address.email) as addresses
    from people join person_addresses as address on address.person_id = people.id group by people.id`.execute(
    db,
  );
  return rows;
};

/** Compares the columns with the rule of the program for each address. */
async function expectSameConsent(): Promise<void> {
  for (const { addresses: own, ...stored } of await listStored()) {
    const all = await Promise.all(own.map((email) => findConsent(db, email)));
    const strictest = (states: readonly ConsentState[]) =>
      restrictions.find((state) => states.includes(state));
    expect([own, stored]).toEqual([
      own,
      {
        id: stored.id,
        call: strictest(all.map(({ phone }) => phone.state)),
        email: strictest(all.map(({ email }) => email.state)),
      },
    ]);
  }
}

/** Moves the addresses of every second person to the one before. */
async function mergePairs(people: Awaited<ReturnType<typeof listStored>>): Promise<void> {
  for (const [index, { id }] of people.entries()) {
    const personId = people[index - (index % 2)]?.id ?? id;
    await db.updateTable("personAddresses").set({ personId }).where("personId", "=", id).execute();
  }
}

const addRecord = (email: string) => events[draw(events.length)]?.(email);

test("the consent columns of people follow the program's rule through random histories and merges", async () => {
  for (const email of addresses) {
    // Opt-outs and consent can be older than the first form.
    if (drawBoolean()) await addRecord(email);
    await events[draw(2)]?.(email);
    for (let count = draw(8); count >= 0; count -= 1) await addRecord(email);
  }
  const people = await listStored();
  expect(new Set(people.map(({ call }) => call))).toEqual(new Set(restrictions));
  expect(new Set(people.map(({ email }) => email))).toEqual(new Set(restrictions));
  await expectSameConsent();

  await mergePairs(people);
  await expectSameConsent();
  for (const email of addresses) await addRecord(email);
  await expectSameConsent();

  for (const { id, addresses: own } of people) {
    await db.updateTable("personAddresses").set({ personId: id }).where("email", "in", own).execute();
  }
  await expectSameConsent();
}, 60_000);
