import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { forgetSeatsOfHour } from "../kit/database.ts";
import { test } from "../kit/test.ts";

test.beforeEach(forgetSeatsOfHour);

test.use({ javaScriptEnabled: false });

test("without scripting, a seat can be reserved, and entered values are kept @phone @long", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/linkedin-live-signup");
  await expect(page.getByText(/1:00\sPM\sE[DS]T, 11:00\sAM\sM[DS]T, 10:00\sAM\sP[DS]T/)).toBeVisible();
  await page.getByLabel("Full name").fill(person.name);
  // The browser accepts this email address; the server rejects it.
  await page.getByLabel("Email", { exact: true }).fill("someone@example");
  await page.getByText("Optional: phone").click();
  await page.getByLabel("Questions").fill("One,\ntwo");
  await waitForHumanPace(page);
  await page.getByRole("button", { name: "Reserve My Spot" }).click();

  // The errors are below the top of the page, so they must be scrolled into view.
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("someone@example");
  await expect(page.getByLabel("Questions")).toHaveValue("One,\ntwo");
  // The form keeps the time at which it was first displayed.
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Reserve My Spot" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");

  // Submitting again by mistake keeps the same seat.
  await page.goBack();
  await page.goto("/linkedin-live-signup/registered");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
});

test.describe("with scripting for axe", () => {
  test.use({ javaScriptEnabled: true });

  test("axe has no findings on a form with errors @long", async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    await page.getByLabel("Full name").fill("T");
    await waitForHumanPace(page);
    await page.getByRole("button", { name: "Reserve My Spot" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });
});
