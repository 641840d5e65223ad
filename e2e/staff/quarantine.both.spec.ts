import { answersScoring } from "#tests/kit/an-assessment.ts";
import { expect } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const answers = answersScoring(2);

test("a quarantined person is found, reviewed and accepted @long", async ({ page, request }) => {
  const [staff, sender] = [newPerson(), newPerson()];
  await addStaff(staff.email, "staff");
  // The honeypot field.
  const data = { ...sender, ...answers, website: "https://example.com" };
  expect((await request.post("/functions/v1/pre-loi-assessment", { data })).status()).toBe(200);
  await signIn(page, staff.email);
  await page.goto("/admin/quarantine");
  await page.getByLabel("Sender").fill(sender.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessibleAndFitting(page);

  await page.getByRole("row").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("A hidden field was filled in")).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.getByRole("button", { name: "Not spam" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Accepted." })).toBeFocused();
  await expect(page.getByText("Delete…")).toHaveCount(0);
  const leads = await queryRows("select id from pre_loi_assessments where email = $1", [sender.email]);
  expect(leads).toHaveLength(1);
});

test("spam is deleted without scripting, and a second reviewer sees a message @any-width @long", async ({
  browser,
  page,
  request,
}) => {
  const [owner, sender] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  const data = { ...sender, ...answers, website: "https://example.com" };
  expect((await request.post("/functions/v1/pre-loi-assessment", { data })).status()).toBe(200);
  await signIn(page, owner.email);
  await page.goto(`/admin/quarantine?search=${sender.email}`);
  await page.getByRole("row").getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Entries" })).toBeVisible();
  const plain = await openWithoutScripting(browser, page);
  await plain.goto(page.url());
  await plain.getByText("Delete…").click();
  await plain.getByRole("button", { name: "Delete permanently" }).click();
  await expect(plain.getByRole("status")).toContainText("Deleted permanently");
  await plain.context().close();

  await page.getByRole("button", { name: "Not spam" }).click();
  await expect(page.getByText("This submission does not exist.")).toBeVisible();
});
