import { describe, expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { attemptLimits, maximumBodyBytes } from "#app/platform/limits.ts";
import { aBookingWebhook, signWebhook } from "#tests/kit/a-booking-report.ts";
import { answersScoring } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { practice } from "#content/practice.ts";

const secret = "a secret of the scheduler, 32 characters";
const site = testApp({ bookingWebhookSecret: secret });
const { cookieOf, page } = asStaff(site);
const path = "/functions/v1/bookings";

const lead = { name: "Thomas Avery", email: "t.avery@example.com", phone: "(737) 555-0164" };
const post = (body: string, signature = signWebhook(secret, body)) =>
  site.postJson(path, body, { "x-cal-signature-256": signature });
const outcomeOf = async (response: Response): Promise<unknown> => {
  expect(response.status).toBe(200);
  return response.json();
};
const bookings = () => site.db.selectFrom("bookings").select(["uid", "personEmail"]).execute();

/** Takes the assessment and returns the path of its result. */
async function takeAssessment(): Promise<string> {
  const response = await site.postForm(pages.assessment.path, { ...lead, ...answersScoring(1) });
  expect(response.status).toBe(303);
  return response.headers.get("location")?.split("#")[0] ?? "";
}

describe("the webhook of the scheduler", () => {
  test("closes the loop: the link on the result page, the booking, the person's page", async () => {
    const html = await (await site.request(await takeAssessment())).text();
    const links = [...html.matchAll(/href="([^"]*metadata[^"]*)"/g)].map(([, href = ""]) => new URL(href));
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link.href.startsWith(practice.schedulingUrl)).toBe(true);
      expect(decodeURIComponent(link.search)).toMatch(/^\?metadata\[reference\]=[\w-]{36}$/);
    }
    const metadata = { reference: links[0]?.searchParams.get("metadata[reference]") };
    const body = aBookingWebhook("BOOKING_CREATED", { metadata, attendees: [{ email: "a@example.com" }] });
    expect(await outcomeOf(await post(body))).toEqual({ data: { outcome: "matched" } });
    expect(await outcomeOf(await post(body))).toEqual({ data: { outcome: "unchanged" } });
    expect(await bookings()).toMatchObject([{ personEmail: lead.email }]);
    const form = await site.db.selectFrom("preLoiAssessments").select("id").executeTakeFirstOrThrow();
    const activity = await page(`/admin/people/${form.id}`, await cookieOf("staff"));
    expect(activity).toMatch(/Appointment booked.*Dec 1, 2026, 10:00 AM CST.*The scheduler/s);
    expect(activity).toContain("Booked");
  });

  test.each([
    ["a missing signature", undefined],
    ["a forged signature", "0".repeat(64)],
    ["the signature of another secret", signWebhook("x".repeat(32), aBookingWebhook("BOOKING_CREATED"))],
  ])("rejects %s and stores nothing", async (_, signature) => {
    const headers = signature === undefined ? {} : { "x-cal-signature-256": signature };
    const response = await site.postJson(path, aBookingWebhook("BOOKING_CREATED"), headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { message: "The signature is missing or invalid." },
    });
    expect(await bookings()).toEqual([]);
  });

  test("rejects an unreadable booking, and ignores other triggers", async () => {
    expect((await post(aBookingWebhook("BOOKING_CREATED", { uid: null }))).status).toBe(400);
    expect(await outcomeOf(await post(aBookingWebhook("PING")))).toEqual({ data: { outcome: "ignored" } });
    expect(await bookings()).toEqual([]);
  });

  test("has a limit for bodies and one for reports", async () => {
    expect((await post(" ".repeat(maximumBodyBytes + 1))).status).toBe(413);
    await post(aBookingWebhook("BOOKING_CREATED"));
    await site.db.updateTable("rateLimits").set({ count: attemptLimits.bookingReports.most }).execute();
    expect((await post(aBookingWebhook("BOOKING_CREATED", { uid: "another" }))).status).toBe(429);
    expect(await bookings()).toHaveLength(1);
  });
});
