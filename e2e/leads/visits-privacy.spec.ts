import { expect } from "@playwright/test";
import { questions } from "#app/assessments/questions/questions.ts";
import { getAnswer } from "../kit/assessment.ts";
import { queryRows } from "../kit/database.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { newPerson } from "../kit/person.ts";
import { test } from "../kit/test.ts";
import { hideAutomation, countCalls, leave, visitIn, enableGlobalPrivacyControl } from "../kit/visitor.ts";

const honored = "Opt-out request honored.";

test.describe("a browser with Global Privacy Control", () => {
  // The tests add to the same daily total.
  test.describe.configure({ mode: "serial" });

  test("is counted only in a total, stores no key and sees a confirmation", async ({
    page,
    context,
    address,
  }) => {
    await hideAutomation(context);
    await enableGlobalPrivacyControl(context, address);
    const visits = countCalls(context, "visitors");
    const events = countCalls(context, "tracking-events");
    const before = await totalOfPeople();

    await page.goto("/privacy-policy?utm_source=letter");
    await expect(page.getByText(honored)).toBeVisible();
    expect(await visitIn(context)).toBe("counted");
    expect(await totalOfPeople()).toBe(before + 1);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.goto("/");
    await expect(page.getByText(honored)).toBeVisible();
    await page.waitForTimeout(1_500);
    await leave(page);
    expect(visits()).toBe(1);
    expect(events()).toBe(0);
    expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([["visit", "counted"]]);
    await page.goto("/faqs");
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(await queryRows("select from visitors where ip_address = $1", [address])).toEqual([]);
  });

  test("deletes its keys when the signal is enabled later @long", async ({ page, context, address }) => {
    await hideAutomation(context);
    await page.goto("/faqs");
    expect(await visitIn(context)).not.toBe("counted");
    await expect(page.getByText(honored)).toBeHidden();
    await enableGlobalPrivacyControl(context, address);
    await page.goto("/about");
    await expect.poll(() => visitIn(context)).toBe("counted");
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["visit"]);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});

test("with the script blocked, pages and menus work and nothing is recorded @long", async ({
  page,
  context,
  address,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await context.route(/\/assets\/visit-[\w-]+\.js$/, (route) => route.abort());
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Business Valuation", exact: true }).click();
  await expect(page).toHaveURL(/business-valuation$/);
  await page.waitForTimeout(1_500);
  expect(faults).toEqual([]);
  expect(await queryRows("select from visitors where ip_address = $1", [address])).toEqual([]);
});

test("with all tracking blocked, a form can be submitted, and its lead has its source @long", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await hideAutomation(context);
  await context.route(/\/assets\/visit-|\/functions\/v1\/(visitors|tracking-events)$/, (route) =>
    route.abort(),
  );
  await page.goto("/pre-loi-assessment?utm_source=letter&utm_campaign=may");
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("link", { name: "Start with the first question" }).click();
  for (const index of questions.keys()) {
    await getAnswer(page, index, 2).check();
    if (index < questions.length - 1) await page.getByRole("link", { name: "Next question" }).click();
  }
  await waitForHumanPace(page);
  await page.getByRole("button", { name: "Get My Assessment Results" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("21");
  expect(
    await queryRows("select source, last_touch->'campaign' as campaign from visitors where email = $1", [
      person.email,
    ]),
  ).toEqual([{ source: "pre-loi-assessment-form", campaign: { source: "letter", campaign: "may" } }]);
  // Pages with a secret path do not load the visit script in any case.
  const scripts = await page.locator("script").evaluateAll((all) => all.map((script) => script.outerHTML));
  expect(scripts.filter((script) => /visit/.test(script))).toEqual([]);
});

async function totalOfPeople(): Promise<number> {
  const [row] = await queryRows<{ sum: number }>(
    "select coalesce(sum(visits), 0)::int as sum from visit_totals where traffic_class = 'person'",
  );
  return row?.sum ?? 0;
}
