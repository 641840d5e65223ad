import { expect } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { atAPersonsPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

test.use({ javaScriptEnabled: false });

test("with scripting off a seat can be taken, and what was typed is kept", async ({ page }) => {
  const person = newPerson();
  await page.goto("/linkedin-live-signup");
  await expect(page.getByText("6:00 PM UTC").or(page.getByText("5:00 PM UTC"))).toBeVisible();
  await page.getByLabel("Full name").fill(person.name);
  // A browser lets this address pass; the server does not.
  await page.getByLabel("Email", { exact: true }).fill("someone@example");
  await page.getByLabel("Questions").fill("One,\ntwo");
  await atAPersonsPace(page);
  await page.getByRole("button", { name: "Reserve My Spot" }).click();

  // The page begins above it: what is wrong must not be out of sight.
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("someone@example");
  await expect(page.getByLabel("Questions")).toHaveValue("One,\ntwo");
  // The form keeps the time at which it was first given out.
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Reserve My Spot" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");

  // Back, and once more by mistake: the same place.
  await page.goBack();
  await page.goto("/linkedin-live-signup/registered");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
});

test.describe("with the checker’s own script", () => {
  test.use({ javaScriptEnabled: true });

  test("axe finds nothing in a form that was not accepted", async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    await page.getByLabel("Full name").fill("T");
    await atAPersonsPace(page);
    await page.getByRole("button", { name: "Reserve My Spot" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
  });
});
