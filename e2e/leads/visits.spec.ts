import { expect, type Page } from "@playwright/test";
import { practice } from "#content/practice.ts";
import { queryRows } from "../kit/database.ts";
import { test } from "../kit/test.ts";
import { hideAutomation, countCalls, leave, waitForPageView, visitIn } from "../kit/visitor.ts";

type Visit = {
  id: string;
  name: string;
  email: string;
  source: string;
  landing: string;
  traffic_class: string;
};

function visitsFrom(address: string): Promise<Visit[]> {
  return queryRows<Visit>(
    `select id, first_name || ' ' || last_name as name, email, source, last_touch->>'landingPage' as landing, traffic_class
     from visitors where ip_address = $1 order by created_at`,
    [address],
  );
}

type StoredEvent = {
  event_type: string;
  url: string;
  percentage: number | null;
  idle_time: number | null;
  target: string | null;
  referrer: string | null;
};

/** The events of a visit in order. Waits until there are `count` of them. */
async function listEvents(visit: string, count: number): Promise<StoredEvent[]> {
  let events: StoredEvent[] = [];
  await expect
    .poll(async () => {
      events = await queryRows<StoredEvent>(
        `select event_type, url, percentage, idle_time, target, touch->>'referrer' as referrer
         from tracking_events where visit_id = $1 order by timestamp, percentage`,
        [visit],
      );
      return events.length;
    })
    .toBeGreaterThanOrEqual(count);
  return events;
}

test.describe("a person's browser", () => {
  test.beforeEach(({ context }) => hideAutomation(context));

  test("is recorded on the not-found page, without the requested URL @long", async ({
    page,
    context,
    address,
  }) => {
    const answer = await page.goto("/no-such-page-of-avery?utm_source=linkedin");
    expect(answer?.status()).toBe(404);
    const id = await visitIn(context);
    expect(await visitsFrom(address)).toMatchObject([{ id, source: "Direct", landing: "/404" }]);
    await leave(page);
    const events = await listEvents(id, 1);
    expect(events.map(({ event_type }) => event_type)).toContain("page_view");
    expect(new Set(events.map(({ url }) => url))).toEqual(new Set(["/404"]));
  });

  for (const [what, path, referer, source] of [
    ["the page's label", "/pre-loi-assessment", "https://news.example/list", "pre-loi-assessment"],
    ["the page's label", "/linkedin-live-signup", undefined, "linkedin-live-signup"],
    ["the page that led there", "/faqs", "https://news.example/list?reader=7", "https://news.example/list"],
    ["Direct", "/faqs", undefined, "Direct"],
  ] as const) {
    test(`is recorded as an anonymous visit with ${what} as its source: ${path} from ${referer ?? "no referrer"} @long`, async ({
      page,
      context,
      address,
    }) => {
      await page.goto(path, referer === undefined ? {} : { referer });
      const id = await visitIn(context);
      expect(await visitsFrom(address)).toEqual([
        {
          id,
          name: "Anonymous Visitor",
          email: `visit-${id}@visitors.invalid`,
          source,
          landing: path,
          traffic_class: "person",
        },
      ]);
    });
  }

  test("is recorded one second after the page has loaded", async ({ page, context }) => {
    const calls = countCalls(context, "visitors");
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto("/faqs");
    await waitForPageView(page);
    await page.clock.runFor(999);
    // All of the page's own requests have been sent by now.
    await page.evaluate(() => fetch("/healthz").then(() => undefined));
    expect(calls()).toBe(0);
    await page.clock.runFor(1);
    await visitIn(context);
  });

  test("is recorded once per session across pages and tabs", async ({ page, context, address }) => {
    const calls = countCalls(context, "visitors");
    const tabs = [page, await context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto("/faqs")));
    const visit = await visitIn(context);
    await page.goto("/about");
    await (await context.newPage()).goto("/");
    await settled(page);
    expect(calls()).toBe(1);
    expect(await visitsFrom(address)).toHaveLength(1);
    await leave(page);
    await expect.poll(async () => (await listEvents(visit, 1)).map(({ url }) => url)).toContain("/about");
  });

  test("that could not be recorded is recorded on the next page, with the first page as its landing page", async ({
    page,
    context,
    address,
  }) => {
    const failing = "**/functions/v1/visitors";
    await context.route(failing, (route) => route.fulfill({ status: 503 }));
    const refused = page.waitForResponse(failing);
    await page.goto("/pre-loi-assessment");
    await refused;
    expect(await context.cookies()).toEqual([]);
    await context.unroute(failing);
    await page.goto("/faqs");
    const visit = await visitIn(context);
    expect(await visitsFrom(address)).toMatchObject([
      { id: visit, source: "pre-loi-assessment", landing: "/pre-loi-assessment" },
    ]);
    await leave(page);
    const events = await listEvents(visit, 2);
    expect(events.filter(({ event_type }) => event_type === "page_view").map(({ url }) => url)).toEqual([
      "/pre-loi-assessment",
      "/faqs",
    ]);
  });

  test("reports reading depth and clicks when the visitor leaves the page", async ({ page, context }) => {
    await page.goto("/", { referer: "https://news.example/list" });
    const visit = await visitIn(context);
    await page.getByRole("link", { name: "Schedule Your Strategy Call" }).click();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole("main").getByRole("link", { name: "Pre-LOI Checklist" }).click();
    await page.waitForURL(/pre-loi-assessment/);
    await waitForPageView(page);
    await leave(page);
    const events = await listEvents(visit, 8);
    const onHome = events.filter(({ url }) => url === "/");
    expect(onHome[0]).toMatchObject({ event_type: "page_view", referrer: "https://news.example/list" });
    expect(marks(onHome)).toEqual([25, 50, 75, 100]);
    expect(onHome).toContainEqual(
      expect.objectContaining({ event_type: "booking_click", target: "Schedule Your Strategy Call" }),
    );
    expect(onHome).toContainEqual(
      expect.objectContaining({ event_type: "call_to_action", target: "/pre-loi-assessment" }),
    );
    // The referrer is a page of this site, so it is not a touch.
    expect(events.find(({ url }) => url === "/pre-loi-assessment")).toMatchObject({
      event_type: "page_view",
      referrer: null,
    });
  });

  test("keeps events until the server accepts them, and sends each once @long", async ({ page, context }) => {
    const endpoint = "**/functions/v1/tracking-events";
    const queued = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem("visit-events"));
    await page.clock.install();
    await page.goto("/faqs");
    await page.clock.runFor(2_000);
    const visit = await visitIn(context);
    await context.route(endpoint, (route) => route.fulfill({ status: 503 }));
    const refused = page.waitForResponse(endpoint);
    await page.clock.runFor(15_000);
    await refused;
    const kept = await queued();
    expect(kept).toContain("page_view");
    await context.unroute(endpoint);
    const calls = countCalls(context, "tracking-events");
    await page.clock.runFor(15_000);
    const stored = await listEvents(visit, 1);
    await expect.poll(queued).toBeNull();
    await page.clock.runFor(15_000);
    expect(calls()).toBe(1);

    // Simulates a lost response: the events are sent again with the next page and stored once.
    await page.evaluate((events) => sessionStorage.setItem("visit-events", events ?? ""), kept);
    await page.goto("/about");
    await waitForPageView(page);
    await leave(page);
    const later = await listEvents(visit, stored.length + 1);
    expect(later.filter(({ url }) => url === "/faqs")).toEqual(stored);
  });

  test("reports idle time once when the visitor returns @long", async ({ page, context }) => {
    await page.clock.install();
    await page.goto("/faqs");
    const visit = await visitIn(context);
    await page.clock.fastForward(61_000);
    await page.mouse.move(100, 100);
    await page.mouse.move(200, 200);
    await leave(page);
    const idle = (await listEvents(visit, 2)).filter(({ event_type }) => event_type === "user_idle");
    expect(idle).toHaveLength(1);
    expect(idle[0]?.idle_time).toBeGreaterThanOrEqual(60_000);
  });

  test("reports a page view without a referrer for a page restored from the back-forward cache @long", async ({
    page,
    context,
  }) => {
    await page.goto("/faqs?utm_source=letter", { referer: "https://news.example/list" });
    const visit = await visitIn(context);
    // Chromium has no back-forward cache while a program drives it.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await leave(page);
    const views = (await listEvents(visit, 2)).filter(({ event_type }) => event_type === "page_view");
    expect(views.map(({ referrer }) => referrer)).toEqual(["https://news.example/list", null]);
  });
});

test("an automated browser is counted as automated traffic only @long", async ({
  page,
  context,
  address,
}) => {
  await page.goto("/faqs");
  await visitIn(context);
  expect(await visitsFrom(address)).toMatchObject([{ traffic_class: "machine" }]);
});

test("the scheduling page is the one that the script recognizes", async ({ page }) => {
  const html = await (await page.request.get("/")).text();
  expect(html).toContain(`v.start(${JSON.stringify(practice.schedulingUrl)})`);
});

function marks(events: readonly StoredEvent[]): (number | null)[] {
  return events
    .filter(({ event_type }) => event_type === "scroll_depth")
    .map(({ percentage }) => percentage)
    .toSorted((one, other) => Number(one) - Number(other));
}

/** Waits until the page has sent everything that it sends automatically. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_500);
}
