import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { indexedPaths, printedPaths, specifiedGroups } from "#tests/kit/specified-page-index.ts";

const index = "/compliance-dashboard";

/** The recorded actions of windows: "open /faqs print:/faqs", "load /faqs", "print /faqs complete". */
function recordWindows(context: BrowserContext): string[] {
  const actions: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "info") actions.push(message.text());
  });
  return actions;
}

/** Runs in every window before its page. Reports actions and replaces printing. */
function reportActions(): void {
  // oxlint-disable-next-line no-console -- the only channel from a window to its test that is open before the page's own scripts run
  const report = (action: string): void => console.info(action);
  const openForReal = window.open.bind(window);
  window.open = (address, name) => {
    const left = Number(localStorage.getItem("windows-left") ?? Infinity);
    if (left === 0) return null;
    if (Number.isFinite(left)) localStorage.setItem("windows-left", String(left - 1));
    report(`open ${address} ${name}`);
    return openForReal(address, name);
  };
  window.print = () => report(`print ${location.pathname} ${document.readyState}`);
  addEventListener("load", () => report(`load ${location.pathname}`));
}

/** Simulates a browser that permits a limited number of windows. */
async function allowWindows(page: Page, count: number): Promise<void> {
  await page.evaluate((left) => localStorage.setItem("windows-left", String(left)), count);
}

/** Opens the index, hydrated and with a stopped clock. Discards earlier actions. */
async function openIndex(page: Page): Promise<string[]> {
  await page.context().addInitScript(reportActions);
  const actions = recordWindows(page.context());
  await page.clock.install({ time: 0 });
  await page.goto(index);
  await page.waitForLoadState("networkidle");
  await page.clock.pauseAt(60_000);
  actions.length = 0;
  return actions;
}

/** Windows act immediately, so the default polling interval would be most of the wait. */
const often = { intervals: [20] };

/** Waits until the windows of the page index have finished. */
async function expectActions(
  page: Page,
  actions: readonly string[],
  expected: readonly string[],
): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50);
    expect(actions).toEqual(expected);
  }).toPass(often);
}

test("lists the 21 pages of the specification in their groups, with their counts and the total", async ({
  page,
}) => {
  await page.goto(index);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compliance Dashboard");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(specifiedGroups.map(({ title }) => title));
  const views = page.getByRole("link", { name: /^View / });
  expect(await views.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(
    indexedPaths,
  );
  await expect(page.getByRole("button", { name: /^Print / })).toHaveCount(22);
  await expect(page.getByRole("button", { name: "Print All Pages" })).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["7", "6", "4", "2", "2", "21"]);
  await expect(page.getByRole("term")).toHaveText([
    ...specifiedGroups.map(({ title }) => title),
    "Total Pages",
  ]);
});

test("is excluded from search engines by its metadata and its headers", async ({ page }) => {
  const answer = await page.goto(index);
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});

test("View opens the page in a new window and leaves the index open", async ({ page }) => {
  await page.goto(index);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "View Client Reviews" }).click(),
  ]);
  await expect(opened).toHaveURL(/\/reviews$/);
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText("Client Reviews");
  await expect(page).toHaveURL(/\/compliance-dashboard$/);
});

test("Print opens the page, opens it again in the same window after 500 ms and then prints it", async ({
  page,
}) => {
  const actions = await openIndex(page);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Print Client Reviews" }).click(),
  ]);
  await opened.waitForLoadState("load");
  const first = ["open /reviews print:/reviews", "load /reviews"];
  await page.clock.runFor(499);
  expect(actions).toEqual(first);
  await page.clock.runFor(1);
  await expectActions(page, actions, [...first, ...first, "print /reviews complete"]);
  expect(page.context().pages()).toHaveLength(2);
});

test("a page that loads slowly is printed once, when it has loaded", async ({ page }) => {
  const actions = await openIndex(page);
  let releaseResponse = (): void => undefined;
  const held = new Promise<void>((resolve) => (releaseResponse = resolve));
  await page.context().route("**/faqs", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Print Questions owners ask" }).click();
  await page.clock.runFor(2_000);
  expect(actions.filter((deed) => deed.startsWith("print"))).toEqual([]);
  releaseResponse();
  const opened = "open /faqs print:/faqs";
  await expectActions(page, actions, [opened, opened, "load /faqs", "print /faqs complete"]);
});

test("Print All opens every page except the index, one per second, and prints each when it has loaded", async ({
  page,
}) => {
  test.slow();
  const actions = await openIndex(page);
  await page.getByRole("button", { name: "Print All Pages" }).click();
  await expect(page.getByRole("status")).toHaveText("Opening 20 pages, one per second.");
  const opened = (): string[] => actions.filter((deed) => deed.startsWith("open"));
  for (const [place, path] of printedPaths.entries()) {
    // The clock shows 1000 ms for each earlier page.
    await page.clock.runFor(place === 0 ? 0 : 1);
    expect(opened()).toHaveLength(place + 1);
    await expect.poll(() => actions, often).toContain(`load ${path}`);
    await page.clock.runFor(999);
    expect(opened()).toHaveLength(place + 1);
  }
  expect(opened()).toEqual(printedPaths.map((path) => `open ${path} print:${path}`));
  await expect
    .poll(() => actions.filter((deed) => deed.startsWith("print")), often)
    .toEqual(printedPaths.map((path) => `print ${path} complete`));
  expect(page.context().pages()).toHaveLength(21);
  await expect(page.getByRole("status")).toHaveText("All 20 pages are open.");
});

test("a message says that the browser blocks windows, and the button works once it permits them", async ({
  page,
}) => {
  const actions = await openIndex(page);
  const print = page.getByRole("button", { name: "Print Client Reviews" });
  await allowWindows(page, 0);
  await print.click();
  await expect(page.getByRole("status")).toContainText("Your browser did not let this page open a window.");
  await expect(page).toHaveURL(/\/compliance-dashboard$/);
  await expect(print).toBeFocused();

  await allowWindows(page, 2);
  await print.click();
  await expect(page.getByRole("status")).toBeEmpty();
  await page.clock.runFor(500);
  await expect(async () => {
    await page.clock.runFor(50);
    expect(actions.at(-1)).toBe("print /reviews complete");
  }).toPass(often);
});

test("Print All says how many windows the browser opened and suggests the print pack", async ({ page }) => {
  const actions = await openIndex(page);
  // Browsers permit one window per click.
  await allowWindows(page, 1);
  await page.getByRole("button", { name: "Print All Pages" }).click();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("status")).toHaveText(
    /^1 of 20 pages are open\. Your browser did not let .* use the print pack, which needs none\.$/,
  );
  await allowWindows(page, 1);
  await page.clock.runFor(1_000);
  await expect(page.getByRole("status")).toContainText("2 of 20 pages are open.");
  await page.clock.runFor(17_000);
  await expect(page.getByRole("status")).toContainText("2 of 20 pages are open.");
  // The index checks its windows by its own clock, even if they load late.
  await expect(async () => {
    await page.clock.runFor(50);
    expect(actions.filter((deed) => deed.startsWith("print"))).toHaveLength(2);
  }).toPass(often);
  await expect(page.getByRole("link", { name: "Open the print pack" })).toBeVisible();
});

test("all controls work by keyboard", async ({ page }) => {
  const actions = await openIndex(page);
  await page.getByRole("link", { name: "Open the print pack" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Print All Pages" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "View Client Reviews" })).toBeFocused();
  const [viewed] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  await expect(viewed).toHaveURL(/\/reviews$/);
  await viewed.close();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Print Client Reviews" })).toBeFocused();
  const [printed] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Space")]);
  await printed.waitForLoadState("load");
  expect(actions).toContain("open /reviews print:/reviews");
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("pages can be viewed, and buttons that need scripting are absent", async ({ page }) => {
    await page.goto(index);
    await expect(page.getByRole("link", { name: /^View / })).toHaveCount(21);
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Open the print pack" })).toBeVisible();
  });
});
