import { expect, type Locator } from "@playwright/test";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { queryRows } from "../kit/database.ts";
import { pathIn, readEmailText } from "../kit/emails.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Clicks and counts them. */
function createPointer() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    clicks: () => clicks,
  };
}

test("from the alert of a new lead, an outcome is recorded with three clicks, the one in the email included", async ({
  page,
  request,
}) => {
  const owner = await signInAs(page, "staff");
  const person = newPerson();
  await request.post("/functions/v1/pre-loi-assessment", { data: anAssessment(person) });
  // A later form alerts the colleague who owns the person.
  await queryRows(
    "update people set owner_id = (select id from staff_users where email = $1) where email = $2",
    [owner, person.email],
  );
  await request.post("/functions/v1/pre-loi-assessment", {
    data: { ...anAssessment(person), phone: "512-555-0177" },
  });
  const alert = await readEmailText(owner, "new-assessment");

  const pointer = createPointer();
  // The email is displayed by a mail program. Its link is the first click.
  await page.setContent(
    `<a href="${new URL(pathIn(alert, "/admin/people/"), test.info().project.use.baseURL)}">Open</a>`,
  );
  await pointer.click(page.getByRole("link", { name: "Open" }));
  // The page proposes the next step when it runs its scripts.
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts", includeHidden: true })
    .waitFor({ state: "attached" });
  await pointer.click(page.locator("label").filter({ hasText: /^Reached/ }));
  await pointer.click(page.getByRole("button", { name: "Save", exact: true }).first());
  await expect(page.getByText("Call: Reached")).toBeVisible();
  expect(pointer.clicks()).toBeLessThanOrEqual(3);
});

test("on Today, the number of a person who may be called is one click away @long", async ({
  page,
  request,
}) => {
  const person = newPerson();
  await request.post("/functions/v1/pre-loi-assessment", { data: anAssessment(person) });
  await queryRows(
    `insert into consent_receipts (form, lead_id, given_at, by_phone, by_email, basis, wording_version, page_version, opts_out)
     select 'assessment', id, now(), true, false, 'boxes-shown', '2026-11-23', 'test', false from pre_loi_assessments where email = $1`,
    [person.email],
  );
  await queryRows(
    `update people set next_step = 'Call about the offer', score = 21,
       next_step_on = (now() at time zone 'America/Chicago')::date where email = $1`,
    [person.email],
  );
  await signInAs(page, "staff");
  await page.goto("/admin/today");
  const call = page
    .getByRole("row")
    .filter({ hasText: person.name })
    .getByRole("link", { name: /^Call / });
  await expect(call).toHaveAttribute("href", /^tel:\+1/);
});
