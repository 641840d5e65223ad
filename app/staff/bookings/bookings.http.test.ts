import { expect, test } from "vitest";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, page, post } = asStaff(site);
const path = "/admin/people/bookings";
const ada = aPerson("ada");
const clock = { now: () => personTime };
const report = (changes: Parameters<typeof aBookingReport>[0] = {}) =>
  recordBooking({ db: site.db, clock, ...auditDeps }, aBookingReport(changes));

test("appointments without a person are announced on Today and assigned by the address of the person", async () => {
  const cookie = await cookieOf("staff");
  expect(await page("/admin/today", cookie)).not.toContain(path);
  expect(await page(path, cookie)).toContain("Every reported appointment is matched to a person.");
  const id = await enter(site.db, ada);
  await report({ attendeeEmail: "<b>@example.com" });
  expect(await page("/admin/today", cookie)).toContain("1 unmatched appointment");
  expect(await page(path, cookie)).toMatch(/Dec 1, 2026, 10:00 AM CST.*&lt;b&gt;@example\.com.*Assign/s);
  expect(await audited("leads-viewed")).toMatchObject([
    { details: { list: "today" } },
    { details: { list: "bookings" } },
  ]);

  const form = { change: "assign", uid: "booking-1" };
  const unknown = await post(path, cookie, { ...form, email: "nobody@example.com" });
  expect(unknown.status).toBe(422);
  expect(await unknown.text()).toMatch(
    /No person in this system has this email address.*value="nobody@example\.com"/s,
  );
  expect((await post(path, cookie, { ...form, email: "" })).status).toBe(422);

  const assigned = await post(path, cookie, { ...form, email: ada.email.toUpperCase() });
  expect(assigned.headers.get("location")).toBe(`${path}?done=assigned`);
  expect(await page(`${path}?done=assigned`, cookie)).toContain("Assigned.");
  expect(await page(`/admin/people/${id}?show=notes`, cookie)).toContain("Appointment booked");
  expect(await audited("booking-assigned")).toHaveLength(1);
  const again = await post(path, cookie, { ...form, email: ada.email });
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("A colleague has already assigned or dismissed");
});

test("an appointment is dismissed once, and an examiner only reads the list", async () => {
  await report();
  const examiner = await cookieOf("examiner");
  const html = await page(path, examiner);
  expect(html).toContain("No email address");
  expect(html).not.toContain("Dismiss");
  const form = { change: "dismiss", uid: "booking-1" };
  expect((await post(path, examiner, form)).status).toBe(403);
  const cookie = await cookieOf("staff");
  expect((await post(path, cookie, form)).headers.get("location")).toBe(`${path}?done=dismissed`);
  expect((await post(path, cookie, form)).status).toBe(409);
  expect((await post(path, cookie, { ...form, uid: "\u0000" })).status).toBe(422);
  expect(await audited("booking-dismissed")).toHaveLength(1);
});

test("an unknown appointment is refused alike for a known and an unknown address", async () => {
  await enter(site.db, ada);
  const cookie = await cookieOf("staff");
  for (const email of [ada.email, "nobody@example.com"]) {
    expect((await post(path, cookie, { change: "assign", uid: "no-booking", email })).status).toBe(409);
  }
});
