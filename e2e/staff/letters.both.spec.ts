import { expect } from "@playwright/test";
import { expectWellMade, withoutScripting } from "../kit/desk.ts";
import { signUp } from "../kit/letters.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a letter is found by its recipient, looked at, and sent again, with nothing but the keyboard", async ({
  page,
  request,
}) => {
  const { email: staff } = newPerson();
  await addStaff(staff, "staff");
  const { email } = await signUp(request);
  await signIn(page, staff);
  await page.goto("/admin/letters");
  await page.getByLabel("Recipient").fill(email);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: "Sign-up confirmation" });
  await expect(row).toHaveCount(1);
  await expectWellMade(page);

  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-up confirmation");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "You have a seat" })).toBeVisible();
  await expect(page.getByRole("region", { name: "As plain text" })).toContainText(
    "/linkedin-live-signup/place/…",
  );
  await expectWellMade(page);

  await page.getByRole("button", { name: "Send again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "tried again" })).toBeFocused();
});

test("all of it works without scripting, and an address typed by hand is answered in words", async ({
  browser,
  page,
  request,
}) => {
  const { email: staff } = newPerson();
  await addStaff(staff, "owner");
  const { email } = await signUp(request);
  await signIn(page, staff);
  await page.goto("/admin");
  const plain = await withoutScripting(browser, page);
  await plain.goto("/admin/letters?state=lost&from=soon");
  await expect(plain.getByRole("alert")).toContainText("“lost” is not a value of “State”");
  await plain.getByLabel("Recipient").fill(email);
  await plain.getByRole("button", { name: "Show" }).click();
  await plain.getByRole("link", { name: `Sign-up confirmation to ${email}` }).click();
  await plain.getByRole("button", { name: "Send again" }).click();
  await expect(plain.getByRole("status")).toContainText(/It (?:is|was) tried again/);
  await plain.goto("/admin/letters/no-letter");
  await expect(plain.getByText("There is no such letter.")).toBeVisible();
  await plain.context().close();
});

test("every kind of letter can be looked at", async ({ page }) => {
  await signInAs(page, "examiner");
  await page.goto("/admin/letters/previews");
  await page.getByRole("link", { name: "Assessment result", exact: true }).click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toContainText("of 21");
  await expectWellMade(page);
});
