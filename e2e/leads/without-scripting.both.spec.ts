import { expect } from "@playwright/test";
import { questions } from "#app/assessments/questions/questions.ts";
import { getAnswer } from "../kit/assessment.ts";
import { newPerson } from "../kit/person.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

test.use({ javaScriptEnabled: false });

test("the assessment works without scripting on one page and keeps entered values @phone", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#menu").getByRole("link", { name: "Pre-LOI Assessment" }).click();
  for (const question of questions) await expect(page.getByText(question.question)).toBeVisible();

  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Phone").fill(person.phone);
  // The browser accepts this email address; the server rejects it.
  await page.getByLabel("Email", { exact: true }).fill("someone@example");
  for (const index of questions.keys()) await getAnswer(page, index, 2).check();
  await waitForHumanPace(page);
  await page.getByRole("button", { name: "Get My Assessment Results" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("someone@example");

  // The form keeps the time at which it was first displayed.
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Get My Assessment Results" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Exit Ready");
  const address = page.url();
  await page.goto("/");
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("21");
});
