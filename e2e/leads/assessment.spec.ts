import { expect, type Page } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { getAnswer } from "../kit/assessment.ts";
import { newPerson } from "../kit/person.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

const path = "/pre-loi-assessment";
const endpoint = "**/functions/v1/pre-loi-assessment";
const islandScript = /\/assets\/assessment-[^/]+\.js$/;

/** Opens the form and waits until its island is hydrated. */
async function openLive(page: Page, at = ""): Promise<void> {
  await page.goto(path + at);
  await expect
    .poll(() => page.locator("form.assess").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
}

async function fillContact(page: Page): Promise<void> {
  const person = newPerson();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
}

async function answerEverything(page: Page): Promise<void> {
  await openLive(page);
  await fillContact(page);
  await page.getByRole("link", { name: "Start with the first question" }).click();
  for (let question = 0; question < 7; question += 1) {
    await getAnswer(page, question, 0).check();
    if (question < 6) await page.getByRole("link", { name: "Next question" }).click();
  }
}

const send = (page: Page) => page.getByRole("button", { name: "Get My Assessment Results" });
const atQuestion = (page: Page, number: number) =>
  page.getByRole("radiogroup", { name: `Question ${number} of 7` });

test("the assessment can be completed by keyboard", async ({ page }) => {
  await openLive(page);
  await page.getByLabel("Full name").focus();
  await page.keyboard.type("Thomas Avery 3");
  await page.keyboard.press("Tab");
  await page.keyboard.type("5125550173");
  await page.keyboard.press("Tab");
  await page.keyboard.type(newPerson().email);
  await page.keyboard.press("Enter");
  for (let number = 1; number <= 7; number += 1) {
    await expect(atQuestion(page, number)).toBeFocused();
    await page.keyboard.press("2");
    await expect(getAnswer(page, number - 1, 1)).toBeChecked();
    if (number < 7) await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("ArrowLeft");
  await expect(atQuestion(page, 6)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await waitForHumanPace(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("14");
});

test("“Next” shows what is missing and stays on the step @long", async ({ page }) => {
  await openLive(page);
  await page.getByRole("link", { name: "Start with the first question" }).click();
  await expect(page.getByLabel("Full name")).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveAccessibleDescription(/name/i);
  await fillContact(page);
  await page.getByRole("link", { name: "Start with the first question" }).click();
  await page.getByRole("link", { name: "Next question" }).click();
  await expect(page.getByText("Please choose one of the three answers")).toBeVisible();
  await getAnswer(page, 0, 2).check();
  await page.getByRole("link", { name: "Next question" }).click();
  await expect(atQuestion(page, 2)).toBeVisible();
  // Each step has a URL, so the browser's back button works.
  await page.goBack();
  await expect(atQuestion(page, 1)).toBeVisible();
});

test("a reload keeps the current step and all entered values", async ({ page }) => {
  await openLive(page);
  await fillContact(page);
  const name = await page.getByLabel("Full name").inputValue();
  await page.getByRole("link", { name: "Start with the first question" }).click();
  await getAnswer(page, 0, 2).check();
  await page.getByRole("link", { name: "Next question" }).click();
  await page.reload();
  await expect(atQuestion(page, 2)).toBeVisible();
  await openLive(page, "#q1");
  await expect(getAnswer(page, 0, 2)).toBeChecked();
  await openLive(page, "#about-you");
  await expect(page.getByLabel("Full name")).toHaveValue(name);
});

test("a broken connection shows a message, keeps all values and can be retried", async ({ page }) => {
  await answerEverything(page);
  await page.route(endpoint, (route) => route.abort());
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("Submission Error");
  await expect(page.getByRole("alert")).toContainText(
    "There was an error submitting your assessment. Please try again.",
  );
  await page.unroute(endpoint);
  await waitForHumanPace(page);
  await send(page).click();
  await expect(page.getByText("Assessment Complete!")).toBeVisible();
});

test("a double click submits once @long", async ({ page }) => {
  await answerEverything(page);
  let sent = 0;
  await page.route(endpoint, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await waitForHumanPace(page);
  await send(page).dblclick();
  await expect(page.getByText("Assessment Complete!")).toBeVisible();
  expect(sent).toBe(1);
});

test("without its island, the form is one plain page and works @long", async ({ page }) => {
  await page.route(islandScript, (route) => route.abort());
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-plain", "");
  await fillContact(page);
  for (let question = 0; question < 7; question += 1) await getAnswer(page, question, 2).check();
  await waitForHumanPace(page);
  await send(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("21");
});

test("before hydration, the steps work, and hydration moves nothing @long", async ({ page }) => {
  await page.route(islandScript, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(path);
  await page.getByLabel("Full name").fill("Thomas");
  await page.getByRole("link", { name: "Start with the first question" }).click();
  await expect(atQuestion(page, 1)).toBeVisible();
  await getAnswer(page, 0, 1).check();
  await expect
    .poll(() => page.locator("form.assess").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
  await expect(getAnswer(page, 0, 1)).toBeChecked();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Thomas");
});

test("the page paints before any script is requested, and does not move", async ({ page }) => {
  await openLive(page);
  const { paintedAt, islandAskedAt } = await page.evaluate(() => ({
    paintedAt: performance.getEntriesByName("first-paint")[0]?.startTime ?? 0,
    islandAskedAt:
      performance.getEntriesByType("resource").find((entry) => /\/assets\/assessment-/.test(entry.name))
        ?.startTime ?? 0,
  }));
  expect(paintedAt).toBeGreaterThan(0);
  expect(islandAskedAt).toBeGreaterThan(paintedAt);
  await expectNothingMoved(page);
});
