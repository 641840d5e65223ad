import { answersScoring } from "#tests/kit/an-assessment.ts";
import { expect } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("appointments without a person are assigned by keyboard, and dismissed without scripting @long", async ({
  browser,
  page,
  request,
}) => {
  const [staff, lead, attendee] = [newPerson(), newPerson(), newPerson()];
  await addStaff(staff.email, "staff");
  const data = { ...lead, ...answersScoring(2) };
  expect((await request.post("/functions/v1/pre-loi-assessment", { data })).status()).toBe(200);
  const uids = [attendee, newPerson()].map(({ email }) => email.replaceAll(/\W/g, "-"));
  await queryRows(
    `insert into bookings (uid, state, starts_at, ends_at, attendee_email, reported_at, received_at)
    select uid, 'booked', '2027-01-12T16:00Z', '2027-01-12T16:30Z', $2, now(), now() from unnest($1::text[]) as uid`,
    [uids, attendee.email],
  );
  await signIn(page, staff.email);
  await page.goto("/admin/today");
  await page.getByRole("link", { name: /unmatched appointments?/ }).click();
  const [first, second] = uids.map((uid) => page.locator(`li:has(#booking-${uid})`));
  if (first === undefined || second === undefined) throw new Error("The page lists no bookings.");
  await expect(first.getByRole("heading")).toHaveText(/Jan 12, 2027, 10:00\sAM CST/);
  await expectAccessibleAndFitting(page);

  const address = first.getByLabel("Email address of the person");
  await expect(address).toHaveValue(attendee.email);
  await address.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "No one has" })).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/No one has this email address/);
  await expectAccessibleAndFitting(page);
  await address.fill(lead.email);
  await address.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Assigned." })).toBeFocused();
  await expect(first).toHaveCount(0);

  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/people/bookings");
  const section = plain.locator(`li:has(#booking-${uids[1]})`);
  await section.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(plain.getByRole("status")).toContainText("Dismissed.");
  await expect(section).toHaveCount(0);
  await plain.context().close();
});
