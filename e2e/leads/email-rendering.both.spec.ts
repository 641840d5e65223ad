import { highestScore, lowestScore } from "#app/assessments/questions/score.ts";
import { answersScoring } from "#tests/kit/an-assessment.ts";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleAtBothWidths, expectFittingAtBothWidths } from "../kit/accessibility.ts";
import { readEmailHtml, signUp } from "../kit/emails.ts";
import { newPerson } from "../kit/person.ts";

test("the confirmation email renders completely on a phone and on a desktop, light and dark", async ({
  page,
  request,
}) => {
  const { email } = await signUp(request);
  await page.setContent(await readEmailHtml(email, "event-place"));
  await expect(page.getByRole("link", { name: "Join" }).first()).toBeVisible();
  await expectReadableInBothSchemes(page);
});

test("the result email renders completely on a phone and on a desktop, light and dark @long", async ({
  page,
  request,
}) => {
  const answers = answersScoring(1);
  const { email } = newPerson();
  const data = { ...newPerson(), email, ...answers };
  expect((await request.post("/functions/v1/pre-loi-assessment", { data })).status()).toBe(200);
  await page.setContent(await readEmailHtml(email, "assessment-result"));
  await expect(
    page.getByRole("heading", { name: `${lowestScore} of ${highestScore}, Early Stage` }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Open your result" })).toBeVisible();
  await expectReadableInBothSchemes(page);
});

async function expectReadableInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.getByText("Advisory services are offered through")).toBeVisible();
    await expectAccessibleAtBothWidths(page, { leaving: ["landmark-one-main", "region"] });
    await expectFittingAtBothWidths(page);
    // Attaches a screenshot to the test results.
    await test.info().attach(`letter-${colorScheme}`, {
      body: await page.screenshot({ fullPage: true }),
      contentType: "image/png",
    });
  }
}
