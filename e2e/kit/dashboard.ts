import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { DashboardView } from "#app/staff/dashboard/dashboard-view.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { newPerson } from "./person.ts";
import { signInAs } from "./staff.ts";

/** Submits an assessment through the JSON endpoint. @returns the person */
export async function sendAssessment(request: APIRequestContext): Promise<{ name: string; email: string }> {
  const { name, email } = newPerson();
  const answer = await request.post("/functions/v1/pre-loi-assessment", {
    data: anAssessment({ name, email }),
    headers: from(newAddress()),
  });
  expect(answer.status()).toBe(200);
  return { name, email };
}

/** Opens the dashboard with a new account. */
export async function openDashboard(page: Page, role: "owner" | "staff" | "examiner"): Promise<void> {
  await signInAs(page, role);
  await page.goto("/admin");
}

/** Opens the dashboard and waits for its change feed. */
export async function openLiveDashboard(page: Page, role: "owner" | "staff"): Promise<void> {
  await openDashboard(page, role);
  await expectLive(page);
}

/** Waits until the dashboard is subscribed to the change feed, so that later changes are displayed. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** Replaces the data that the dashboard loads at its next update. */
export async function showInstead(page: Page, change: (view: DashboardView) => DashboardView): Promise<void> {
  await page.route("/api/dashboard", async (route) => {
    try {
      const answer = await route.fetch();
      // The response of our own endpoint.
      const view = (await answer.json()) as DashboardView;
      await route.fulfill({ response: answer, json: change(view) });
    } catch (error) {
      // The test ended first.
      if (!page.isClosed()) throw error;
    }
  });
}

/** The section of the dashboard with a heading. */
export function getSection(page: Page, heading: string): Locator {
  return page.locator("section").filter({ has: page.getByRole("heading", { name: heading }) });
}
