import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";

const site = testApp({ now: new Date("2026-12-17T17:50:00Z"), sendsEmail: true });
const { audited, cookieOf, get, page, post } = asStaff(site);

async function addSeat() {
  const { id: event } = await site.db
    .insertInto("events")
    .values(anEvent({ seatsTaken: 1, lastPlaceNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: signup } = await site.db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ name: "Ada", email: "ada@example.com", eventId: event, state: "seat", placeNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { event: `/admin/events/${event}`, link: `/admin/events/${event}/${signup}/link` };
}

const listEmails = () => site.db.selectFrom("letters").select(["kind", "recipient"]).execute();

describe("sending the join link again", () => {
  test("is offered for a seat and names the address, without JavaScript", async () => {
    const { event, link } = await addSeat();
    const cookie = await cookieOf("staff");
    expect(await page(event, cookie)).toContain(`href="${link}"`);
    const html = await page(link, cookie);
    expect(html).toContain("Send the join link to Ada again?");
    expect(html).toContain("ada@example.com will get an email with the join link and the calendar invite.");
    const response = await post(link, cookie);
    expect(response.headers.get("location")).toBe(`${event}?done=link`);
    expect(await page(`${event}?done=link`, cookie)).toContain(
      "The person will get another email with the join link.",
    );
    expect(await listEmails()).toEqual([{ kind: "event-place-again", recipient: "ada@example.com" }]);
    expect(await audited("link-sent-again")).toMatchObject([
      { details: { event: "Before the letter of intent" } },
    ]);
  });

  test("requires a recent authentication", async () => {
    const { link } = await addSeat();
    const cookie = await cookieOf("staff", { provedMinutesAgo: 60 });
    for (const response of [await get(link, cookie), await post(link, cookie)]) {
      expect(response.headers.get("location")).toContain("/auth/prove");
    }
    expect(await listEmails()).toEqual([]);
  });

  test("explains an address whose emails are returned, and is not offered to examiners", async () => {
    const { event, link } = await addSeat();
    expect(await page(event, await cookieOf("examiner"))).not.toContain(link);
    const mark = { email: "ada@example.com", status: "5.1.1", reply: "No such user" };
    await site.db.insertInto("undeliverableAddresses").values(mark).execute();
    const cookie = await cookieOf("staff");
    expect(await page(link, cookie)).toContain(
      "Emails to this address were returned, so no more are sent to it.",
    );
    expect((await post(link, cookie)).status).toBe(409);
  });
});
