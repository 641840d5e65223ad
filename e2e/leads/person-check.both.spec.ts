import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { test } from "../kit/test.ts";

const send = (page: Page) => page.getByRole("button", { name: "Reserve My Spot" });
const answer = (page: Page) => page.getByLabel(/^To show that you are a person/);
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fills the form in, which carries a token that is none: in doubt on a machine of any speed. */
async function fillInDoubt(page: Page): Promise<ReturnType<typeof newPerson>> {
  const person = newPerson();
  await page.locator("[name=formToken]").evaluate((field: HTMLInputElement) => {
    field.value = "a token that nobody issued";
  });
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Questions").fill("One,\ntwo");
  await page.getByLabel(/may email me/).check();
  return person;
}

async function untilLive(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator("form.signup").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
}

async function wordIn(page: Page): Promise<string> {
  return /type this word: (\w+)/.exec(await page.locator(".person-question label").innerText())?.[1] ?? "";
}

test("somebody in doubt is asked for a word, keeps everything that was typed, and is taken with the answer", async ({
  page,
}) => {
  await page.goto("/linkedin-live-signup");
  // Coming alive, the form puts back what the page was given.
  await untilLive(page);
  const person = await fillInDoubt(page);
  await send(page).click();
  await expect(answer(page)).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("One more thing");
  await expectAccessible(page);

  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(answer(page)).toBeEmpty();
  await expect(answer(page)).toBeFocused();
  await expect(answer(page)).toHaveAccessibleDescription(/That was not the word/);
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Questions")).toHaveValue("One,\ntwo");
  await expect(page.getByLabel(/may email me/)).toBeChecked();

  await page.keyboard.type(await wordIn(page));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Registration Successful!");
});

test(
  "the boxes are never ticked beforehand, and a reload keeps the choice",
  { tag: "@any-width" },
  async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    const boxes = page.getByRole("group", { name: /stay in touch/ }).getByRole("checkbox");
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await expect(box).not.toBeChecked();
    await untilLive(page);
    await boxes.last().check();
    await page.reload();
    await expect(boxes.last()).toBeChecked();
    await expect(boxes.first()).not.toBeChecked();
  },
);

test("nobody meets the trap by keyboard, by ear or by eye", { tag: "@any-width" }, async ({ page }) => {
  await page.goto("/linkedin-live-signup");
  const trap = page.locator("[name=website]");
  await expect(trap).toHaveAttribute("tabindex", "-1");
  await expect(page.getByRole("textbox", { name: /leave this empty/ })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Full name" }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(trap).not.toBeFocused();
});

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("the question works the same", async ({ page }) => {
    await page.goto("/linkedin-live-signup");
    const person = await fillInDoubt(page);
    await send(page).click();
    await expect(page.getByRole("alert")).toBeInViewport();
    await expect(page.getByLabel("Full name")).toHaveValue(person.name);
    await expect(page.getByLabel("Questions")).toHaveValue("One,\ntwo");
    await expect(page.getByLabel(/may email me/)).toBeChecked();
    await answer(page).fill(await wordIn(page));
    await send(page).click();
    await expect(heading(page)).toHaveText("Registration Successful!");
  });
});
