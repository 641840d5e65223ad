import { expect, test } from "@playwright/test";
import { anAssessment } from "../../tests/kit/an-assessment.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";

for (const path of ["/pre-loi-assessment", "/pre-loi-assessment#q4", "/no-such-page", "/auth"]) {
  test(`axe finds nothing at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });
}

test("axe finds nothing in a result, on the screen and in print", async ({ page, request }) => {
  const answer = await request.post("/functions/v1/pre-loi-assessment", {
    data: anAssessment(newPerson()),
  });
  const { data } = (await answer.json()) as { data: { resultUrl: string } }; // the endpoint's documented shape
  await page.goto(data.resultUrl);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expectAccessible(page);
  await expect(page.getByText("Advisory services are offered through")).toBeVisible();
});

test("axe finds nothing in the staff area, light and dark", async ({ page }) => {
  const { email } = newPerson();
  addStaff(email, "owner");
  await signIn(page, email);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});
