import { expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";

const site = testApp({ now: new Date("2026-12-17T17:50:00Z") });
const { cookieOf, page, post } = asStaff(site);

test("without a mail server, the join link is neither offered nor queued", async () => {
  const { id: event } = await site.db
    .insertInto("events")
    .values(anEvent({ seatsTaken: 1, lastPlaceNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: signup } = await site.db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: event, state: "seat", placeNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const cookie = await cookieOf("staff");
  const link = `/admin/events/${event}/${signup}/link`;
  const html = await page(link, cookie);
  expect(html).toContain("does not send email");
  expect(html).not.toContain("Send the join link");
  const response = await post(link, cookie);
  expect(response.status).toBe(409);
  const [markup = ""] = (await response.text()).split("</main>");
  expect(markup.match(/does not send email/g)).toHaveLength(1);
  expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
});
