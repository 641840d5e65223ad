import { expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { readEmailText, pathIn } from "../kit/emails.ts";
import { newPerson } from "../kit/person.ts";
import { test } from "../kit/test.ts";

const send = (page: Page) => page.getByRole("button", { name: "Reserve My Spot" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fills in the form with an invalid token, so that it is suspicious regardless of timing. @returns the address */
async function fillSuspiciously(page: Page): Promise<string> {
  const person = newPerson();
  await page.locator("[name=formToken]").evaluate((field: HTMLInputElement) => {
    field.value = "an invalid token";
  });
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByText("Optional: phone").click();
  await page.getByLabel("Questions").fill("One,\ntwo");
  return person.email;
}

async function untilLive(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator("form.signup").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
}

/** Confirms the mailbox through the email link. This server does not send email, so the test reads it from the outbox. */
async function confirm(page: Page, email: string): Promise<string> {
  const path = pathIn(await readEmailText(email, "confirm-submission"), "/confirm/");
  await page.goto(path);
  await expect(heading(page)).toHaveText("Confirm your email address");
  await page.getByRole("button", { name: "Confirm my sign-up" }).click();
  await expect(heading(page)).toHaveText("Registration Successful!");
  return path;
}

test("a suspicious sign-up is completed with the button on the page that its email links to @any-width", async ({
  page,
}) => {
  await page.goto("/linkedin-live-signup");
  // Hydration restores the token of the page.
  await untilLive(page);
  const email = await fillSuspiciously(page);
  await send(page).click();
  // Without a mail server, the page promises no email.
  await expect(heading(page)).toHaveText("We have your request");
  await expect(page.getByText(/urgent, call us at \(512\)\s555-0142/)).toBeVisible();

  const path = await confirm(page, email);
  // The person opens the link again, from the history or from the email.
  await page.goBack();
  await page.goto(path);
  await expect(heading(page)).toHaveText("Registration Successful!");
  // The tab no longer stores the typed fields.
  await page.goto("/linkedin-live-signup");
  await untilLive(page);
  await expect(page.getByLabel("Full name")).toBeEmpty();
});

test("axe finds no violations on the confirmation pages, and they fit the narrowest screen @long", async ({
  page,
  request,
}) => {
  const { name, email } = newPerson();
  await request.post("/functions/v1/linkedin-live-signup", { data: { name, email } });
  const link = pathIn(await readEmailText(email, "confirm-submission"), "/confirm/");
  for (const path of ["/check-your-email", link]) {
    await page.goto(path);
    await expectAccessibleAtBothWidths(page);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width, height });
  }
});

test(
  "the boxes are never pre-checked, and a reload keeps the choice @long",
  { tag: "@any-width" },
  async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    await page.getByText("Optional: phone").click();
    const boxes = page.getByRole("group", { name: "Stay in touch" }).getByRole("checkbox");
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await expect(box).not.toBeChecked();
    await untilLive(page);
    await boxes.last().check();
    await page.reload();
    await expect(boxes.last()).toBeChecked();
    await expect(boxes.first()).not.toBeChecked();
  },
);

test(
  "the honeypot is neither visible, focusable nor announced @long",
  { tag: "@any-width" },
  async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    const honeypot = page.locator("[name=website]");
    await expect(honeypot).toHaveAttribute("tabindex", "-1");
    await expect(page.getByRole("textbox", { name: /Leave this field blank/ })).toHaveCount(0);
    await page.getByRole("textbox", { name: "Full name" }).focus();
    await page.keyboard.press("Shift+Tab");
    await expect(honeypot).not.toBeFocused();
  },
);

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("a suspicious sign-up is confirmed from the mailbox @any-width @long", async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    // Without scripting, the test cannot change the field, so it changes the request.
    await page.route("/linkedin-live-signup", (route) => {
      const postData = route
        .request()
        .postData()
        ?.replace(/\bformToken=[^&]*/, "formToken=invalid");
      return route.continue(postData === undefined ? {} : { postData });
    });
    const email = newPerson().email;
    await page.getByLabel("Full name").fill("Ada Byron");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await send(page).click();
    await expect(heading(page)).toHaveText("We have your request");
    await confirm(page, email);
  });
});
