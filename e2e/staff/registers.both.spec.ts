import { expect } from "@playwright/test";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("filings, legal holds and incidents are entered with and without scripting @long", async ({
  page,
  browser,
}) => {
  await signInAs(page, "owner");
  for (const [index, screen] of [page, await openWithoutScripting(browser, page)].entries()) {
    await screen.goto("/admin/records");
    await screen.getByText("Enter dates").click();
    await screen.getByLabel("Document", { exact: true }).selectOption("Form ADV Part 2B");
    await screen.getByLabel("Version date").fill("2026-03-01");
    await screen.getByRole("button", { name: "Save dates" }).click();
    await expect(screen.getByText("Dates saved.")).toBeVisible();
    await expect(screen.getByRole("rowheader", { name: "Form ADV Part 2B" }).first()).toBeVisible();

    await screen.goto("/admin/incidents");
    await screen.getByLabel("Kind").selectOption("Personal data incident");
    await screen.getByLabel("Description").fill(`Laptop ${index} was stolen.`);
    await screen.getByRole("button", { name: "Add entry" }).click();
    await expect(screen.getByText("Notice due")).toBeVisible();
    await screen.getByLabel("Account or network address").fill("sam@example.com");
    await screen.getByLabel("From").fill("2026-01-01");
    await screen.getByLabel("To", { exact: true }).fill("2026-11-01");
    await screen.getByRole("button", { name: "Find people" }).click();
    await expect(screen.getByText(/^0 people with a viewed/)).toBeVisible();
    await screen.getByRole("textbox", { name: "Note" }).fill("No data was on it.");
    await screen.getByLabel("Status after this note").selectOption("No notice required");
    await screen.getByRole("button", { name: "Add note" }).click();
    await expect(screen.getByText("Note added.")).toBeVisible();
  }
});

test("the registers are accessible in both schemes and fit the screen", async ({ page }) => {
  await signInAs(page, "owner");
  for (const path of ["/admin/records", "/admin/incidents"]) {
    await page.goto(path);
    await expectAccessibleAndFitting(page);
  }
  await page.getByLabel("Kind").selectOption("Complaint");
  await page.getByLabel("Description").fill("A fee was not explained.");
  await page.getByRole("button", { name: "Add entry" }).click();
  await expect(page.getByText("Added by")).toBeVisible();
  await expectAccessibleAndFitting(page);
});
