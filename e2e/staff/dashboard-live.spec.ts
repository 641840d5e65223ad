import { expect } from "@playwright/test";
import {
  expectLive,
  openDashboard,
  openLiveDashboard,
  getSection,
  sendAssessment,
} from "../kit/dashboard.ts";
import { test } from "../kit/test.ts";

test("a new lead appears automatically, is counted and causes a notification", async ({ page, request }) => {
  await openLiveDashboard(page, "staff");
  const lead = await sendAssessment(request);
  const section = getSection(page, "Pre-LOI Assessments");
  await expect(section.getByRole("row").filter({ hasText: lead.email })).toBeVisible();
  await expect(page.getByText(/\d+ new assessments? since you opened this page/)).toBeVisible();
});

test("a dropped stream shows a message and reconnects, and leads from the meantime appear", async ({
  page,
  request,
}) => {
  let isOut = true;
  await page.route("/api/stream", (route) => (isOut ? route.abort() : route.continue()));
  await openDashboard(page, "staff");
  const status = page.getByText("Reconnecting…");
  await expect(status).toBeVisible();
  const lead = await sendAssessment(request);
  isOut = false;
  await expectLive(page);
  await expect(status).toHaveCount(0);
  await expect(page.getByRole("cell", { name: lead.email }).first()).toBeVisible();
});

test("a hidden tab has no stream @long", async ({ page }) => {
  const opened: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/stream")) opened.push("opened");
  });
  page.on("requestfailed", (request) => {
    if (request.url().endsWith("/api/stream")) opened.push("closed");
  });
  await openLiveDashboard(page, "staff");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByText("Live", { exact: true })).toHaveCount(0);
  await expect.poll(() => opened).toEqual(["opened", "closed"]);
});

test("a failed update is reported once, after three retries, and keeps the displayed data @long", async ({
  page,
  request,
}) => {
  const lead = await sendAssessment(request);
  let tries = 0;
  await page.route("/api/dashboard", async (route) => {
    tries += 1;
    await route.fulfill({ status: 500, json: { error: { kind: "internal", message: "" } } });
  });
  await openDashboard(page, "staff");
  const notice = page.getByText("Failed to load data. Please check your authentication.");
  await expect(notice).toBeVisible({ timeout: 15_000 });
  // Changes by other tests start another attempt.
  expect(tries).toBeGreaterThanOrEqual(4);
  await expect(page.getByText("Error", { exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: lead.email }).first()).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 8_000 });
});

test("a session that was ended elsewhere leads to the sign-in screen with the next change", async ({
  page,
  request,
}) => {
  await openLiveDashboard(page, "staff");
  // Disables the session watch, which could react first.
  await page.route("/api/session*", (route) => route.abort());
  await page.context().clearCookies();
  await sendAssessment(request);
  await expect(page).toHaveURL(/\/auth\?because=ended$/);
});

test("an examiner sees the lists without export buttons @long", async ({ page, request }) => {
  const lead = await sendAssessment(request);
  await openDashboard(page, "examiner");
  await expect(page.getByRole("cell", { name: lead.email }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await page.getByText("Settings").click();
  await expect(page.getByRole("link", { name: "Audit log" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Health" })).toHaveCount(0);
});

test("relative times stay correct while the screen is open, even if updates fail @long", async ({
  page,
  request,
}) => {
  await page.clock.install();
  await page.route(/\/api\/(stream|dashboard)$/, (route) => route.abort());
  const lead = await sendAssessment(request);
  await openDashboard(page, "staff");
  const row = getSection(page, "Pre-LOI Assessments").getByRole("row").filter({ hasText: lead.email });
  await expect(row).toContainText("Just now");
  // Waits for hydration.
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await page.clock.runFor(121_000);
  await expect(row).toContainText("2 min ago");
});
