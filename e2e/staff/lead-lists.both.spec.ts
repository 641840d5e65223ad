import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** The lists share one table, so `npm test` opens one of them. */
const lists = [
  { path: "/admin/assessments", heading: "Pre-LOI Assessments", runs: "" },
  { path: "/admin/signups", heading: "LinkedIn Live Signups", runs: " @long" },
  { path: "/admin/visitors", heading: "Website Visitors", runs: " @long" },
  { path: "/admin/tracking", heading: "Tracking Data", runs: " @long" },
];

for (const { path, heading, runs } of lists) {
  test(`the list ${heading} is accessible in both schemes, with rows and without matches, and fits the screen${runs}`, async ({
    page,
  }) => {
    await storeLeads(newPerson());
    await signInAs(page, "staff");
    for (const address of [path, `${path}?from=2020-01-01&to=2020-01-02&sort=price`]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expectNothingMoved(page);
      await expectAccessibleAndFitting(page);
    }
  });
}

test("a list is filtered and exported by keyboard only, and its URL can be shared @any-width @long", async ({
  page,
}) => {
  const person = newPerson();
  await storeLeads(person);
  await storeLeads(newPerson());
  await signInAs(page, "staff");
  await page.goto("/admin/assessments");
  await page.getByRole("searchbox", { name: "Search", exact: true }).focus();
  await page.keyboard.type(person.email.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?search=/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("rowheader")).toHaveText(person.name);
  // The pressed button is gone, so the focus is on the outcome.
  await expect(page.getByText("1 in all.")).toBeFocused();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).focus();
  await page.keyboard.press("Enter");
  // It closes automatically.
  await expect(page.getByRole("status")).toContainText("Exported 1 assessment records to CSV.");
  const file = await (await download).path();
  const records: string[][] = parse(await readFile(file), { bom: true });
  expect(records.map(([, email]) => email)).toEqual(["Email", person.email]);

  // The URL opens the same list.
  await page.goto(page.url());
  await expect(page.getByRole("rowheader")).toHaveText(person.name);
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page.getByRole("searchbox", { name: "Search", exact: true })).toHaveValue("");
  expect(await page.getByRole("row").count()).toBeGreaterThan(2);
});

test("on a phone, the search comes first, and the other filters are open if one of them is set @phone @long", async ({
  browser,
  page,
  viewport,
}) => {
  await storeLeads(newPerson());
  await signInAs(page, "staff");
  const plain = await openWithoutScripting(browser, page);
  for (const each of [page, plain]) {
    const level = each.getByLabel("Level", { exact: true });
    await each.goto("/admin/assessments");
    await expect(each.getByRole("searchbox", { name: "Search", exact: true })).toBeVisible();
    if (viewport?.width === 390) {
      await expect(level).toBeHidden();
      await each.getByText("More filters").click();
    } else {
      await expect(each.getByText("More filters")).toBeHidden();
    }
    await level.selectOption("Exit Ready");
    await each.getByRole("button", { name: "Show" }).click();
    await expect(each).toHaveURL(/level=Exit\+Ready/);
    await expect(level).toBeVisible();
    await expect(level).toHaveValue("Exit Ready");
  }
});

test("the pages of a list can be browsed in both directions @any-width @long", async ({ page }) => {
  await queryRows(
    `insert into visitors (first_name, last_name, email, created_at, traffic_class, source)
    select 'Anonymous', 'Visitor', 'visit-' || number || '@visitors.invalid', '2021-01-01'::timestamptz + number * interval '1 s',
      'person', 'a separate source'
    from generate_series(1, 26) as number`,
    [],
  );
  await signInAs(page, "examiner");
  await page.goto("/admin/visitors?source=a+separate+source");
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(2);
});

/** Stores an assessment, a sign-up with a long question, an automated visit and events of each kind. */
async function storeLeads({ name, email }: { name: string; email: string }): Promise<void> {
  await queryRows(
    `insert into pre_loi_assessments
      (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
    values ($1, $2, '(512) 555-0100', ${sqlAnswers.values}, 17, 'Exit Ready', 'test',
      gen_random_uuid(), 'test')`,
    [name, email],
  );
  await queryRows(
    `insert into linkedin_live_signups (name, email, questions, state)
    values ($1, $2, repeat('How do an earn-out and rollover equity work? ', 12), 'next-date')`,
    [name, email],
  );
  await queryRows(
    `with visit as (
      insert into visitors (first_name, last_name, email, traffic_class, class_reason, source)
      values ('Anonymous', 'Visitor', 'visit-' || gen_random_uuid() || '@visitors.invalid', 'machine', 'test',
        'https://www.example.com/a/page/with/quite/a/long/address/that/led/here')
      returning id
    )
    insert into tracking_events (id, visit_id, event_type, url, timestamp, percentage, idle_time, target)
    select gen_random_uuid(), id, type, '/blog/when-to-start-exit-planning', now(), 75, 30000, '/pre-loi-assessment'
    from visit, unnest(array['page_view', 'scroll_depth', 'user_idle', 'call_to_action', 'booking_click']) as type`,
    [],
  );
}
