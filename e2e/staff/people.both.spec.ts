import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

type Person = ReturnType<typeof newPerson> & { leadId: string };

/** Adds a person with an assessment, a withdrawn interest in the next event and an undelivered email. */
async function addPerson(): Promise<Person> {
  const { email, phone } = newPerson();
  const name = `Rosa ${email.slice(7, 15)}`;
  const [lead] = await queryRows<{ id: string }>(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     values ($1, $2, $3, ${sqlAnswers.values}, 13, 'Making Progress', '2025-07-01', gen_random_uuid(), gen_random_uuid())
     returning id`,
    [name, email, phone],
  );
  await queryRows(
    `insert into linkedin_live_signups (name, email, questions, state) values ($1, $2, 'Does an earn-out close anything early?', 'cancelled')`,
    [name, email],
  );
  await queryRows(
    `insert into letters (kind, recipient, subject, state, settled_at, last_reply) values ('test', $1, 'Your result', 'given-up', now(), '550 no such mailbox')`,
    [email],
  );
  return { name, email, phone, leadId: lead?.id ?? "" };
}

test("every screen about people is accessible in both schemes with all details open and fits the screen", async ({
  page,
}) => {
  const person = await addPerson();
  await signInAs(page, "owner");
  for (const path of [`?search=${person.email}`, `/${person.leadId}`, `/${person.leadId}/erase`]) {
    await page.goto(`/admin/people${path}`);
    await expectNothingMoved(page);
    const closed = page.locator("main details:not([open]) > summary:visible");
    while ((await closed.count()) > 0) await closed.first().click();
    await expectAccessibleAndFitting(page);
  }
});

test("a person is found by part of the name, and by the email address without it appearing in a URL @any-width @long", async ({
  page,
}) => {
  const person = await addPerson();
  await signInAs(page, "examiner");
  await page.goto("/admin/people");
  // The beginning of one word and the end of the other, in lower case.
  const [first = "", last = ""] = person.name.toLowerCase().split(" ");
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill(`${first.slice(0, 2)} ${last.slice(2)}`);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
  await expect(page.getByText("550 no such mailbox")).toBeVisible();
  await page.getByText("Answers by topic").click();
  await expect(page.getByText("Tax plan: We’ll leave that to our CPA when we sell, 1 of 3")).toBeVisible();

  await page.goto("/admin/people");
  await page.getByRole("textbox", { name: "Email address" }).fill("nobody@example.com");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("We have no data about that address.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email address" })).toBeFocused();
  await page.getByRole("textbox", { name: "Email address" }).fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
  expect(decodeURIComponent(page.url())).not.toContain("@");
});

test("a person is exported, opted out and erased by keyboard only @any-width @long", async ({ page }) => {
  const person = await addPerson();
  await signInAs(page, "owner");
  await page.goto(`/admin/people/${person.leadId}`);
  const downloading = page.waitForEvent("download");
  await page.locator("summary", { hasText: /^More$/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Export as a file" }).focus();
  await page.keyboard.press("Enter");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^person-export-[\d-]+\.json$/);
  const copy: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(copy).toMatchObject({ email: person.email, assessments: [{ score: 13 }] });

  await page.locator("summary", { hasText: "Record opt-out" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.locator("details[open]").getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByText("Opted out: no calls")).toBeVisible();

  await page.locator("summary", { hasText: /^More$/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Erase…" }).focus();
  await page.keyboard.press("Enter");
  const confirmation = page.getByLabel("Email address of this person");
  await confirmation.fill("another@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing was erased")).toBeVisible();
  await expect(confirmation).toBeFocused();
  await confirmation.fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("The person was erased.");
  await expect(page.getByText("Assessments: 1")).toBeVisible();
  await expectAccessibleAndFitting(page);
  expect(await queryRows("select from pre_loi_assessments where email = $1", [person.email])).toEqual([]);

  await page.goto(`/admin/people/${person.leadId}`);
  await expect(page.getByRole("heading", { name: "Person not found" })).toBeVisible();
  await expectAccessibleAndFitting(page);
});

test("a person who was erased while the page is open causes a clear message and no error @any-width @long", async ({
  page,
}) => {
  const person = await addPerson();
  await signInAs(page, "owner");
  await page.goto(`/admin/people/${person.leadId}`);
  for (const table of ["pre_loi_assessments", "linkedin_live_signups"]) {
    await queryRows(`delete from ${table} where email = $1`, [person.email]);
  }
  await page.locator("summary", { hasText: /^More$/ }).click();
  await page.getByRole("button", { name: "Export as a file" }).click();
  await expect(page.getByRole("heading", { name: "Person not found" })).toBeVisible();
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("a person is found, opted out and erased @any-width @long", async ({ page }) => {
    const person = await addPerson();
    await signInAs(page, "owner");

    await page.goto("/admin/people");
    await page.getByRole("textbox", { name: "Email address" }).fill(person.email);
    await page.getByRole("button", { name: "Find" }).click();
    await page.locator("summary", { hasText: "Record opt-out" }).click();
    await page.getByRole("checkbox", { name: "By phone" }).check();
    await page.locator("details[open]").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Opted out: no calls")).toBeVisible();
    await page.locator("summary", { hasText: /^More$/ }).click();
    await page.getByRole("link", { name: "Erase…" }).click();
    await page.getByLabel("Email address of this person").fill(person.email);
    await page.getByRole("button", { name: "Erase this person" }).click();
    await expect(page.getByRole("status")).toContainText("The person was erased.");
  });
});
