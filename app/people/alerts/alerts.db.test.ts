import { expect, test } from "vitest";
import { sql } from "kysely";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { practice } from "#content/practice.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { loadPerson } from "#app/people/export/load-person.server.ts";
import { newAssessmentEmail } from "./new-assessment.email.server.ts";

const { db } = testDatabase();
const { compose } = newAssessmentEmail.connect({ db, siteUrl: "https://www.example.com" });
const ada = aPerson("ada");

const listAlerts = async () =>
  db
    .selectFrom("letters")
    .select(["kind", "recipient"])
    .where("kind", "in", ["new-assessment", "new-event-signup"])
    .orderBy("createdAt")
    .orderBy("kind")
    .execute();

/** Makes a colleague the owner of Ada. */
const assign = async (role: string): Promise<void> => {
  await db
    .insertInto("staffUsers")
    .values({
      id: "ruth",
      name: "Ruth",
      email: "ruth@example.com",
      emailVerified: true,
      role,
      image: null,
      roleEndsAt: null,
    })
    .execute();
  await db.updateTable("people").set({ ownerId: "ruth" }).where("email", "=", ada.email).execute();
};

test("the alert of an assessment says where the person came from, what the person read, and the consent now", async () => {
  await visit(db, ada);
  const id = await takeAssessment(db, ada);
  const findFacts = async () => (await compose(id))?.blocks[1];
  const facts = (calls: string) => ({
    facts: [
      ["Email", ada.email],
      ["Phone", ada.phone],
      ["May be called", calls],
      ["May be sent articles and invitations", "Yes, box checked in a form on Nov 21, 2026"],
      ["Came from", "ada"],
      ["Pages read", "/faqs"],
    ],
  });
  expect(await findFacts()).toEqual(facts("No, box not checked"));
  const clock = { now: () => new Date("2026-11-24T16:00:00Z") };
  await withdrawConsent({ db, clock, ...auditDeps }, ada.email, ["phone"]);
  expect(await findFacts()).toEqual(facts("No, opted out on Nov 24, 2026"));
});

test("the alert of an assessment names the three weakest answers and opens the follow-up form of the person", async () => {
  const id = await takeAssessment(db, ada);
  await sql`update pre_loi_assessments set q1 = 'ready', q2 = 'cpa', q3 = 'noclue', q4 = 'havent', q5 = 'guessed'`.execute(
    db,
  );
  const content = await compose(id);
  expect(content?.blocks.slice(2)).toEqual([
    "The weakest answers:",
    { facts: [expect.anything(), expect.anything(), expect.anything()] },
    {
      button: {
        label: "Open this person",
        url: `https://www.example.com/admin/people/${id}#follow-up`,
      },
    },
  ]);
  expect(JSON.stringify(content?.blocks[3])).not.toContain("Readiness");
  expect(content?.subject).not.toContain(ada.name);
});

test("the alert of a form with another number names the one that the consent to calls covers", async () => {
  const first = await takeAssessment(db, ada);
  await sql`update consent_receipts set by_phone = true where lead_id = ${first}`.execute(db);
  const second = await takeAssessment(db, { ...ada, phone: "212 555 0166" });
  await sql`update consent_receipts set by_phone = false where lead_id = ${second}`.execute(db);
  const factsOf = async (id: string) => JSON.stringify((await compose(id))?.blocks[1]);
  expect(await factsOf(second)).toContain(`["Number for calls","${ada.phone}"]`);
  expect(await factsOf(first)).not.toContain("Number for calls");
});

test("alerts go to the firm until the person has an owner, and then to the owner", async () => {
  await takeAssessment(db, ada);
  await assign("staff");
  await signUp(db, ada);
  expect(await listAlerts()).toEqual([
    { kind: "new-assessment", recipient: practice.email },
    { kind: "new-event-signup", recipient: "ruth@example.com" },
  ]);
});

test.each([
  ["an examiner", "examiner"],
  ["an account that awaits approval", "pending"],
])("alerts about a person whose owner is %s go to the firm", async (_, role) => {
  await takeAssessment(db, ada);
  await assign(role);
  await signUp(db, ada);
  expect(new Set((await listAlerts()).map(({ recipient }) => recipient))).toEqual(new Set([practice.email]));
});

test("an alert belongs to the person it is about, and not to a colleague who filled in a form too", async () => {
  const ruth = { ...aPerson("ruth"), email: "ruth@example.com" };
  await takeAssessment(db, ada);
  await assign("staff");
  await takeAssessment(db, ruth);
  await signUp(db, ada);
  const kindsOf = async (email: string) => {
    const { letters } = await loadPerson(db, email, { hiddenKinds: [] });
    return letters.map(({ kind }) => kind).toSorted();
  };
  expect(await kindsOf(ruth.email)).toEqual(["assessment-result", "new-assessment"]);
  expect(await kindsOf(ada.email)).toContain("new-event-signup");
});
