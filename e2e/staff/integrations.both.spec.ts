import { expect } from "@playwright/test";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("an owner adds a webhook, sees its secret once, tests it, and deletes it without scripting @long", async ({
  browser,
  page,
}) => {
  await signInAs(page, "owner");
  await page.goto("/admin/integrations");
  await expectAccessibleAndFitting(page);
  await page.getByRole("link", { name: "Add webhook" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add webhook");

  const name = `Marketing of ${newPerson().email}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("URL").fill("http://hooks.example.com/");
  await page.getByLabel("URL").press("Enter");
  await expect(page.getByLabel("URL")).toBeFocused();
  await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/Please enter a complete https:/);
  await expectAccessibleAndFitting(page);
  // The program refuses this address, so the result does not depend on a network.
  await page.getByLabel("URL").fill("https://10.0.0.1/leads");
  // Events of other tests would fill the log.
  for (const event of await page.getByRole("checkbox", { name: /^\w+\.\w+$/ }).all()) await event.uncheck();
  await page.getByRole("checkbox", { name: "person.merged" }).check();
  await page.getByRole("main").getByRole("button", { name: "Add webhook" }).press("Enter");
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText(/whsec_/)).toHaveCount(0);
  await expectAccessibleAndFitting(page);
  const webhookUrl = page.url();

  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test");
  await expect(async () => {
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(page.getByText(/private address/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessibleAndFitting(page);
  await page.getByRole("link", { name: "Delivery log" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delivery log");
  await expectAccessibleAndFitting(page);

  await page.goto(webhookUrl);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is paused" })).toBeFocused();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();

  const plain = await openWithoutScripting(browser, page);
  await plain.goto(webhookUrl);
  await plain.getByText("Delete…").click();
  await plain.getByRole("button", { name: "Delete webhook" }).click();
  await expect(plain.getByRole("status")).toHaveText("The webhook was deleted.");
  await expect(plain.getByText(name)).toHaveCount(0);
  await plain.context().close();
});
