import { expect } from "@playwright/test";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { test } from "../kit/test.ts";

/** Adds an assessment. @returns its id */
async function addLead({ name, email, phone }: Record<"name" | "email" | "phone", string>): Promise<string> {
  const [lead] = await queryRows<{ id: string }>(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     values ($1, $2, $3, ${sqlAnswers.values}, 13, 'Making Progress', '2025-07-01', gen_random_uuid(), gen_random_uuid())
     returning id`,
    [name, email, phone],
  );
  return lead?.id ?? "";
}

test("two records with the same number are merged and separated again by keyboard, on accessible screens @long", async ({
  page,
}) => {
  const phone = `512 555 ${String(Date.now()).slice(-4)} ${String(Math.random()).slice(2, 7)}`;
  const [one, other] = [newPerson(), newPerson()];
  const leadId = await addLead({ name: "Walburga Quist", email: one.email, phone });
  // Names of other tests are not similar, and the tests of two screen sizes have separate names.
  const name = `Ximena ${other.email.slice(7, 15)}`;
  await addLead({ name, email: other.email, phone });
  await signInAs(page, "staff");
  await page.goto(`/admin/people/${leadId}`);
  await expectAccessibleAndFitting(page);
  await page.getByRole("link", { name: `Merge… ${name}` }).press("Enter");
  await expect(page.getByRole("heading", { name: "Merge two people" })).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.getByRole("button", { name: "Merge these people" }).press("Enter");
  await expect(page.getByText("The records were merged.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Also known as" })).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.getByRole("button", { name: "Undo the merge" }).press("Enter");
  await expect(page.getByText("The merge was undone.")).toBeVisible();
  await expect(page.getByRole("link", { name: `Merge… ${name}` })).toBeVisible();
});
