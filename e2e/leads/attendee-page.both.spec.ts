import { expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { readEmailText, pathIn, signUp } from "../kit/emails.ts";
import { test } from "../kit/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.describe("without scripting", { tag: "@any-width" }, () => {
  // These pages have no scripts, so scripting makes no difference.
  test.use({ javaScriptEnabled: false });

  test("a seat is canceled by the button and not by opening the link @long", async ({ page, request }) => {
    const { email, letter } = await signUp(request);
    const path = pathIn(letter, "/linkedin-live-signup/place/");
    // A mail scanner opens every link of an email.
    for (const [, link = ""] of letter.matchAll(/(http:\/\/localhost[^\s>]+)/g)) {
      expect((await request.get(link)).status()).toBe(200);
    }
    await page.goto(path);
    await expect(heading(page)).toHaveText("Your seat is reserved");
    await expect(page.getByRole("link", { name: "Join the live event" })).toBeVisible();

    await page.getByRole("button", { name: "Release my seat" }).click();
    await expect(heading(page)).toHaveText("Your registration is canceled");
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("button", { name: "Release my seat" })).toBeHidden();
    expect(await readEmailText(email, "place-given-up")).toContain("To: ");

    // Going back displays the earlier page and changes nothing.
    await page.goBack();
    await page.goto(path);
    await expect(heading(page)).toHaveText("Your registration is canceled");
  });

  test("details can be changed, and an error keeps entered values @long", async ({ page, request }) => {
    const { email, letter } = await signUp(request);
    await page.goto(pathIn(letter, "/linkedin-live-signup/place/"));
    await expect(page.getByText(email)).toBeVisible();
    await page.getByLabel("Full name").fill("Ada Byron");
    await page.getByLabel("Phone").fill("5".repeat(41));
    await page.getByLabel("Questions").fill("First.\nSecond.");
    await page.getByRole("button", { name: "Save my details" }).click();
    // The page was reloaded, and a screen reader announces the outcome first.
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("Please check the highlighted fields");
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/Please use at most 40 characters/);
    await expect(page.getByLabel("Full name")).toHaveValue("Ada Byron");
    await expect(page.getByLabel("Questions")).toHaveValue("First.\nSecond.");

    await page.getByLabel("Phone").fill("");
    await page.getByRole("button", { name: "Save my details" }).click();
    await expect(page.getByRole("status")).toBeFocused();
    await expect(page.getByRole("status")).toContainText("Saved");
    await page.reload();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada Byron");
    await expect(page.getByLabel("Questions")).toHaveValue("First.\nSecond.");
    await expect(page.getByLabel("Phone")).toHaveValue("");
  });

  test("optional emails are chosen on the preference page, and one button stops all of them @long", async ({
    page,
    request,
  }) => {
    const { letter } = await signUp(request);
    const path = pathIn(letter, "/letters/preferences/");
    const reminders = page.getByLabel("Event reminders");
    const nextDate = page.getByLabel("Next event announcements");
    await page.goto(path);
    await expect(reminders).toBeChecked();
    await expect(nextDate).toBeChecked();

    // Opening the unsubscribe URL of mail clients leads here and changes nothing.
    await page.goto(path.replace("/letters/preferences/", "/functions/v1/letters/unsubscribe/"));
    await expect(page).toHaveURL(path);
    await expect(reminders).toBeChecked();

    await reminders.uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toBeFocused();
    await expect(page.getByRole("status")).toContainText("Saved");
    await expect(reminders).not.toBeChecked();

    await page.getByRole("button", { name: "Unsubscribe from all" }).click();
    await expect(page.getByRole("status")).toContainText("unsubscribed from reminders, announcements");
    await page.goto(path);
    await expect(reminders).not.toBeChecked();
    await expect(nextDate).not.toBeChecked();
  });
});

test("axe has no findings on the pages that emails link to, and they fit the narrowest screen", async ({
  page,
  request,
}) => {
  const { letter } = await signUp(request);
  for (const start of ["/linkedin-live-signup/place/", "/letters/preferences/"]) {
    await page.goto(`${pathIn(letter, start)}?saved`);
    await expect(page.getByRole("status")).toContainText("Saved");
    await expectAccessibleAtBothWidths(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
