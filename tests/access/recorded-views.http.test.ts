import { expect, test } from "vitest";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { storeIncident } from "#tests/kit/stored-incident.ts";
import { storeWebhook } from "#tests/kit/integrations.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { everyPage, listWaysTo, type PageRoute } from "./every-page.ts";

const site = testApp({ now: personTime });
const [ada, ben] = [aPerson("ada"), aPerson("ben")];
const viewActions = ["person-viewed", "leads-viewed", "letter-viewed"] as const;

test("every staff page that contains data of a lead records the view before it responds", async () => {
  const rows = await storeRows();
  const contents = [ada, ben].flatMap(({ name, email, phone, sender }) => [
    name,
    email,
    phone,
    sender.ipAddress,
  ]);
  const shown = [...contents, rows.lead, rows.otherLead];
  const withData: string[] = [];
  const unrecorded: string[] = [];
  for (const route of everyPage().filter(({ pattern }) => pattern.startsWith("/admin"))) {
    for (const address of listAddresses(route, rows)) {
      // In a session of its own, because the views of a session are recorded once in 15 minutes.
      const { cookie, sessionId } = await signedIn(site.db, { role: "owner" });
      const response = await site.request(address, { headers: { cookie } });
      const text = await response.text();
      // What the request itself contains is no data of the response.
      if (!shown.some((each) => text.includes(each) && !address.includes(each))) continue;
      withData.push(route.pattern);
      if ((await countViews(sessionId)) === 0) unrecorded.push(address);
    }
  }
  expect(unrecorded).toEqual([]);
  // The test would notice nothing if the pages were empty.
  expect([...new Set(withData)].toSorted()).toEqual(pagesWithData);
});

const pagesWithData = [
  "/admin",
  "/admin/assessments",
  "/admin/events/:eventId",
  "/admin/events/:eventId/:signupId",
  "/admin/events/:eventId/:signupId/link",
  "/admin/events/:eventId/:signupId/move",
  "/admin/events/:eventId/message/:messageId",
  "/admin/integrations/deliveries/:id",
  "/admin/letters",
  "/admin/letters/:id",
  "/admin/people",
  "/admin/people/:leadId",
  "/admin/people/:leadId/contact",
  "/admin/people/:leadId/erase",
  "/admin/people/:leadId/merge",
  "/admin/people/bookings",
  "/admin/quarantine",
  "/admin/quarantine/:id",
  "/admin/signups",
  "/admin/today",
  "/admin/visitors",
];

type Rows = Awaited<ReturnType<typeof storeRows>>;

/** The addresses of a page whose parameters name the stored rows. */
function listAddresses(route: PageRoute, rows: Rows): string[] {
  const { pattern } = route;
  const query = pattern.endsWith("/merge") ? `with=${rows.otherLead}` : "";
  const path = pattern
    .replace(":leadId", rows.lead)
    .replace(":eventId", rows.event)
    .replace(":messageId", rows.message)
    .replace(":signupId", pattern.endsWith("/move") ? rows.waiting : rows.seat)
    .replace(/(?<=claims\/):id/, rows.claim)
    .replace(":document", "home")
    .replace(":number", "1")
    .replace(/(?<=incidents\/):id/, rows.incident)
    .replace(/(?<=deliveries\/):id/, rows.delivery)
    .replace(/(?<=integrations\/):id/, rows.webhook)
    .replace(/(?<=letters\/):id/, rows.letter)
    .replace(/(?<=quarantine\/):id/, rows.quarantined);
  if (path.includes(":")) throw new Error(`No stored row for ${pattern}.`);
  return listWaysTo(path, route)
    .filter(({ isLayout }) => !isLayout)
    .map(({ address }) =>
      query === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${query}`,
    );
}

async function countViews(sessionId: string): Promise<number> {
  const rows = await site.db
    .selectFrom("auditEvents")
    .select("details")
    .where("action", "in", viewActions)
    .execute();
  return rows.filter(({ details }) => JSON.stringify(details).includes(sessionId)).length;
}

/** Stores two leads in every list, and returns the ids of rows. */
async function storeRows() {
  const { db } = site;
  const webhook = await storeWebhook(db, { state: "paused" });
  await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
  const event = await db
    .insertInto("events")
    .values(anEvent({ startsAt: new Date("2026-12-17T18:00:00Z"), capacity: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const lead = await enter(db, ada);
  const otherLead = await enter(db, ben);
  const findSignup = async (state: "seat" | "waiting"): Promise<string> => {
    const found = db.selectFrom("linkedinLiveSignups").select("id").where("state", "=", state);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  const message = await db
    .insertInto("eventMessages")
    .values({
      eventId: event.id,
      template: "notice",
      audience: "holders",
      fields: { paragraph: "The door is at the side.", link: null },
      createdBy: "staff@example.com",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordBooking(
    { db, clock: { now: () => personTime }, ...auditDeps },
    aBookingReport({ attendeeEmail: `other-${ada.email}` }),
  );
  const delivery = await db
    .selectFrom("integrationDeliveries")
    .select("id")
    .where("event", "=", "assessment.submitted")
    .executeTakeFirstOrThrow();
  const letter = await db
    .selectFrom("letters")
    .select("id")
    .where("recipient", "=", ada.email)
    .executeTakeFirstOrThrow();
  const quarantined = await db.selectFrom("quarantinedSubmissions").select("id").executeTakeFirstOrThrow();
  return {
    incident: String(await storeIncident(db)),
    claim: String(await claimWith(db, "5 offices")),
    webhook,
    lead,
    otherLead,
    event: event.id,
    seat: await findSignup("seat"),
    waiting: await findSignup("waiting"),
    message: message.id,
    delivery: delivery.id,
    letter: letter.id,
    quarantined: quarantined.id,
  };
}
