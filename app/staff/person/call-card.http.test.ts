import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadPerson, type PersonData } from "#app/people/export/load-person.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { viewCallCard } from "./call-card.server.ts";

const site = testApp({ now: personTime });
const { cookieOf, page } = asStaff(site);

async function loadNewPerson(mark: string): Promise<PersonData> {
  const person = aPerson(mark);
  await enter(site.db, person);
  return loadPerson(site.db, person.email, { hiddenKinds: [] });
}

/** The person with a North American number and the given consent to calls. */
const withConsent = (person: PersonData, phone: PersonData["consent"]["phone"]): PersonData => ({
  ...person,
  record: person.record && { ...person.record, phone: "(512) 555-0142" },
  assessments: person.assessments.map((row) => ({ ...row, phone: "(512) 555-0142" })),
  signUps: person.signUps.map((row) => ({ ...row, phone: null })),
  consent: { ...person.consent, phone },
});

test("the number can be called only with consent, and the receipt is named", async () => {
  const person = await loadNewPerson("iris");
  const [receipt] = person.consentReceipts;
  const given = receipt?.givenAt ?? personTime;
  const allowed = viewCallCard(
    withConsent(person, { state: "yes", at: given, basis: "boxes-shown", recordedBy: null }),
    personTime,
  );
  expect(allowed.phone).toEqual({ text: "(512) 555-0142", href: "tel:+15125550142" });
  expect(allowed.consent.isAllowed).toBe(true);
  expect(allowed.consent.evidence).toContain("Nov 21, 2026, 6:00 AM CST");
  for (const consent of [
    { state: "no" },
    { state: "not-asked" },
    { state: "opted-out", at: personTime, checkedSince: null },
  ] as const) {
    const card = viewCallCard(withConsent(person, consent), personTime);
    expect(card.phone).toEqual({ text: "(512) 555-0142", href: undefined });
    expect(card.consent.isAllowed).toBe(false);
  }
});

test("an opt-out of email is stated beside the action that writes one", async () => {
  const person = aPerson("rose");
  const id = await takeAssessment(site.db, person);
  const cookie = await cookieOf("staff");
  expect(await page(`/admin/people/${id}`, cookie)).not.toContain("Reply only to what they asked.");
  await sql`insert into consent_withdrawals (email, channel, at)
    values (${person.email}, 'email', '2026-11-22T18:00:00Z')`.execute(site.db);
  expect(await page(`/admin/people/${id}`, cookie)).toMatch(
    /aria-describedby="email-limit">Write an email.*id="email-limit">Opted out of articles and invitations on Nov 22, 2026\. Reply only/s,
  );
});

test("a form of a stranger changes neither the number that can be called nor the displayed result", async () => {
  const victim = aPerson("petunia");
  const leads = storedLeads(site.db);
  const own = await takeAssessment(site.db, { ...victim, phone: "(512) 555-0123" });
  await sql`update consent_receipts set by_phone = true where lead_id = ${own}`.execute(site.db);
  await leads.storeAssessment({
    name: "Petunia",
    email: victim.email,
    phone: "212 555 0166",
    score: 21,
    at: "2026-11-27T16:00:00Z",
  });
  const html = await page(`/admin/people/${own}`, await cookieOf("staff"));
  // On the card and in the details.
  expect(html.match(/href="tel:\+15125550123"/g)).toHaveLength(2);
  expect(html).not.toContain("tel:+12125550166");
  expect(html).toContain("This consent does not cover 212 555 0166 (Assessment, Nov 27, 2026).");
  expect(html).toContain("21/21 on Nov 27, 2026, not through our form");
  const today = await page("/admin/today", await cookieOf("staff"));
  expect(today).toContain('href="tel:+15125550123"');
  expect(today).not.toContain("tel:+12125550166");
});

test("the next appointment of the person is shown until it is over", async () => {
  const person = aPerson("iris");
  const id = await takeAssessment(site.db, person);
  const deps = { db: site.db, clock: { now: () => personTime }, ...auditDeps };
  const book = (uid: string, startsAt: string, endsAt: string) =>
    recordBooking(
      deps,
      aBookingReport({
        uid,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        attendeeEmail: person.email,
      }),
    );
  await book("later", "2026-12-04T16:00:00Z", "2026-12-04T16:30:00Z");
  await book("now", "2026-11-21T11:45:00Z", "2026-11-21T12:15:00Z");
  await book("over", "2026-11-20T16:00:00Z", "2026-11-20T16:30:00Z");
  expect(await page(`/admin/people/${id}`, await cookieOf("staff"))).toContain(
    "Appointment: Saturday, Nov 21, 2026, 5:45 AM CST",
  );
  await recordBooking(deps, aBookingReport({ change: "canceled", uid: "now" }));
  expect(await page(`/admin/people/${id}`, await cookieOf("staff"))).toContain(
    "Appointment: Friday, Dec 4, 2026, 10:00 AM CST",
  );
  await recordBooking(deps, aBookingReport({ change: "canceled", uid: "later" }));
  expect(await page(`/admin/people/${id}`, await cookieOf("staff"))).not.toContain("Appointment: ");
});

test("the weakest answers come first, and the question and the last pages are shown", async () => {
  const person = await loadNewPerson("violet");
  const { assessment, question, lastPages } = viewCallCard(person, personTime);
  const scores = assessment?.weakest.map(({ score }) => score) ?? [];
  expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  expect(scores.every((score) => score < 3)).toBe(true);
  expect(scores.length).toBeGreaterThan(0);
  expect(question?.text).toBe("How does violet affect QSBS?");
  expect(lastPages.map(({ detail }) => detail)).toEqual(["Saturday, Nov 21"]);
  expect(lastPages[0]?.name).not.toBe("/faqs");
});
