import { expect } from "@playwright/test";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signUp } from "../kit/emails.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("an email is found by its recipient, viewed and sent again by keyboard only @long", async ({
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
  await expectAccessibleAndFitting(page);

  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-up confirmation");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "You’re registered" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Plain text" })).toContainText(
    "/linkedin-live-signup/place/…",
  );
  await expectAccessibleAndFitting(page);

  await page.getByRole("button", { name: "Send again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /email (?:will be|was) sent/ })).toBeFocused();
});

test("the email list works without scripting, and an invalid filter in the URL shows a message @any-width @long", async ({
  browser,
  page,
  request,
}) => {
  const { email: staff } = newPerson();
  await addStaff(staff, "owner");
  const { email } = await signUp(request);
  await signIn(page, staff);
  await page.goto("/admin");
  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/letters?state=lost&from=soon");
  await expect(plain.getByRole("alert")).toContainText("“lost” is not a valid choice for “Status”");
  await plain.getByLabel("Recipient").fill(email);
  await plain.getByRole("button", { name: "Show" }).click();
  await plain.getByRole("link", { name: `Sign-up confirmation to ${email}` }).click();
  await plain.getByRole("button", { name: "Send again" }).click();
  await expect(plain.getByRole("status")).toContainText(/email (?:will be|was) sent/);
  await plain.goto("/admin/letters/no-letter");
  await expect(plain.getByText("This email does not exist")).toBeVisible();
  await plain.context().close();
});

test("every kind of email has a preview @long", async ({ page }) => {
  await signInAs(page, "examiner");
  await page.goto("/admin/letters/previews");
  await page.getByRole("link", { name: "Assessment result", exact: true }).click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toContainText("of 21");
  await expectAccessibleAndFitting(page);
});
