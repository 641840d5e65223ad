import { type Insertable, type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { ConsentReceiptsTable } from "#app/data/schema/consent-receipts.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createDraw } from "#tests/kit/draw.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const { db } = testDatabase();
const draw = createDraw(11);
const addresses = Array.from({ length: 50 }, (_, index) => `lead${index}@example.com`);

/** One of three times, so that records often have the same one. */
const drawTime = (): Date => new Date(Date.UTC(2026, 10, 1 + draw(3)));
const drawPhone = (): string => `512 555 010${draw(4)}`;
const drawnClasses: readonly (TrafficClass | null)[] = [null, "person", "unsure", "machine", "machine"];
const drawClass = (): TrafficClass | null => drawnClasses[draw(drawnClasses.length)] ?? null;

type Lead = { leadId: string; form: "assessment" | "event-signup" };

const storeReceipt = (about: Lead | { email: string }, from: Kysely<Database> = db) => {
  const shared = { givenAt: drawTime(), byEmail: draw(2) === 0, byPhone: draw(2) === 0, optsOut: false };
  const receipt: Insertable<ConsentReceiptsTable> =
    "email" in about
      ? { ...about, ...shared, basis: "staff", recordedBy: "ruth@example.com" }
      : {
          ...about,
          ...shared,
          basis: "boxes-shown",
          wordingVersion: "2026-11-21",
          pageVersion: draw(3) > 0 ? "page" : null,
        };
  return from.insertInto("consentReceipts").values(receipt).execute();
};

async function completeForm(from: Kysely<Database>, email: string, lead: Lead, at: Date): Promise<void> {
  const trafficClass = drawClass();
  if (trafficClass !== null) {
    const { leadId } = lead;
    await storedLeads(from).storeVisit({ email, leadId, trafficClass, at: at.toISOString() });
  }
  if (draw(4) > 0) await storeReceipt(lead, from);
}

/** The program stores a form with its receipt and its visit in one transaction, which computes the record once. */
const drawTransaction = (work: (from: Kysely<Database>) => Promise<void>): Promise<void> =>
  draw(2) === 0 ? work(db) : db.transaction().execute(work);

const events: readonly ((email: string) => Promise<unknown>)[] = [
  (email) =>
    drawTransaction(async (from) => {
      const at = drawTime();
      const leadId = await storedLeads(from).storeAssessment({
        name: "Ada",
        email,
        at: at.toISOString(),
        phone: drawPhone(),
        score: 7 + draw(15),
      });
      await completeForm(from, email, { leadId, form: "assessment" }, at);
    }),
  (email) =>
    drawTransaction(async (from) => {
      const at = drawTime();
      const phone = draw(3) === 0 ? null : drawPhone();
      const leadId = await storedLeads(from).storeSignup({
        name: "Ada",
        email,
        state: "told",
        at: at.toISOString(),
        phone,
      });
      await completeForm(from, email, { leadId, form: "event-signup" }, at);
    }),
  (email) => storeReceipt({ email }),
  (email) => db.deleteFrom("consentReceipts").where("email", "=", email).execute(),
  async (email) => {
    const signups = db.selectFrom("linkedinLiveSignups").select("id").where("email", "=", email);
    await db.deleteFrom("visitors").where("leadId", "in", signups).execute();
    await db.deleteFrom("linkedinLiveSignups").where("email", "=", email).execute();
  },
  (email) => sql`update linkedin_live_signups set phone = null where email = ${email}`.execute(db),
  (email) => sql`update pre_loi_assessments set phone = ${drawPhone()} where email = ${email}`.execute(db),
];

type Table = "preLoiAssessments" | "linkedinLiveSignups";

async function listForms(emails: readonly string[]) {
  const read = (table: Table) =>
    db
      .selectFrom(table)
      .select(["id", "phone", "createdAt"])
      .where("email", "in", [...emails]);
  const assessments = await read("preLoiAssessments").select(["score", "scoreLevel"]).execute();
  const signups = await read("linkedinLiveSignups").execute();
  const forms = [...assessments, ...signups.map((form) => ({ ...form, score: null, scoreLevel: null }))];
  return forms.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
}

/** The number of the first form that there is. */
function phoneOf(candidates: readonly ({ phone: string | null } | undefined)[]): string | null {
  return candidates.find((form) => form !== undefined)?.phone ?? null;
}

/** The rules, as the declaration of the table states them. */
async function computeFacts(emails: readonly string[], mayBeCalled: boolean) {
  const forms = await listForms(emails);
  const receipts = await db.selectFrom("consentReceipts").selectAll().execute();
  const visits = await db
    .selectFrom("visitors")
    .selectAll()
    .where("email", "in", [...emails])
    .execute();
  const ofForm = (id: string) =>
    receipts.filter((receipt) => receipt.leadId === id && receipt.pageVersion !== null);
  const recorded = receipts.filter(
    ({ email, byPhone }) => byPhone && email !== null && emails.includes(email),
  );
  const latest = Math.max(...recorded.map(({ givenAt }) => givenAt.getTime()));
  const hasToken = ({ id }: { id: string }): boolean => ofForm(id).length > 0;
  const numbered = forms
    .filter(({ phone }) => phone !== null)
    .toSorted((one, other) => Number(hasToken(other)) - Number(hasToken(one)));
  const assessed = forms.filter(({ score }) => score !== null);
  const scored = assessed.find(hasToken) ?? assessed[0];
  const classes = visits
    .toSorted(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
    )
    .map(({ trafficClass }) => trafficClass);
  const isAutomated = forms.every(({ id }) =>
    visits.some(({ leadId, trafficClass }) => leadId === id && trafficClass === "machine"),
  );
  const candidates = [
    numbered.find(({ id }) => ofForm(id).some(({ byPhone }) => byPhone)),
    numbered.find(({ createdAt }) => createdAt.getTime() <= latest),
    ...(mayBeCalled ? [] : numbered.slice(0, 1)),
  ];
  const { score = null, scoreLevel = null } = scored ?? {};
  return {
    phone: phoneOf(candidates),
    score,
    scoreLevel,
    hasFormToken: forms.some(hasToken),
    trafficClass: classes.find((each) => each !== "machine") ?? (isAutomated ? "machine" : null),
    latestFormId: forms[0]?.id,
  };
}

async function expectSameFacts(): Promise<void> {
  const people = await db
    .selectFrom("people")
    .select(["id", "phone", "score", "scoreLevel", "hasFormToken", "trafficClass", "latestFormId"])
    .select("callConsent")
    .execute();
  for (const { id, callConsent, ...facts } of people) {
    const own = await db.selectFrom("personAddresses").select("email").where("personId", "=", id).execute();
    const emails = own.map(({ email }) => email);
    expect([emails, facts]).toEqual([emails, await computeFacts(emails, callConsent === "yes")]);
  }
}

const addRecord = (email: string) => events[draw(events.length)]?.(email);

test("number, score and traffic class follow their rules through random histories and merges", async () => {
  for (const email of addresses) {
    await events[draw(2)]?.(email);
    for (let count = draw(7); count >= 0; count -= 1) await addRecord(email);
  }
  await expectSameFacts();
  const { rows } = await sql<{ classes: number; tokens: number }>`
    select count(distinct coalesce(traffic_class, ''))::int as classes, count(distinct has_form_token)::int as tokens from people`.execute(
    db,
  );
  expect(rows).toEqual([{ classes: 4, tokens: 2 }]);

  const people = await db.selectFrom("personAddresses").selectAll().orderBy("email").execute();
  for (const [index, { email }] of people.entries()) {
    const personId = people[index - (index % 2)]?.personId ?? "";
    await db.updateTable("personAddresses").set({ personId }).where("email", "=", email).execute();
  }
  await sql`select refresh_person(person_id) from person_addresses`.execute(db);
  await db
    .deleteFrom("people")
    .where("id", "not in", db.selectFrom("personAddresses").select("personId"))
    .execute();
  await expectSameFacts();
  for (const email of addresses) await addRecord(email);
  await expectSameFacts();
}, 60_000);

test("each further form changes a record as the complete computation does @long", async () => {
  const read = () => db.selectFrom("people").selectAll().orderBy("id").execute();
  const expectComplete = async (): Promise<void> => {
    const computed = await read();
    await sql`select refresh_person(id) from people`.execute(db);
    expect(await read()).toEqual(computed);
  };
  const draws = createDraw(12);
  for (const email of addresses.slice(0, 30)) {
    for (let step = 0; step < 8; step += 1) {
      const at = new Date(Date.UTC(2026, 10, 1, 6 * step));
      const shared = { name: "Ada", email, at: at.toISOString() };
      const phone = draws(2) === 0 ? null : drawPhone();
      await drawTransaction(async (from) => {
        const leads = storedLeads(from);
        const leadId = await (draws(2) === 0
          ? leads.storeSignup({ ...shared, state: "told", phone })
          : leads.storeAssessment({ ...shared, phone: drawPhone(), score: 7 + draws(15) }));
        if (!from.isTransaction) await expectComplete();
        await completeForm(from, email, { leadId, form: "assessment" }, at);
      });
      await expectComplete();
      if (draws(6) === 0) await storeReceipt({ email });
      await expectComplete();
    }
    // The rows of the next person are compared alone.
    await db.deleteFrom("linkedinLiveSignups").execute();
    await db.deleteFrom("preLoiAssessments").execute();
    await db.deleteFrom("consentReceipts").execute();
    await db.deleteFrom("visitors").execute();
  }
}, 60_000);
