import { type BrowserContextOptions, type Browser, expect, type Page, test } from "@playwright/test";
import { findFirstCapture, findRange } from "#app/compliance/archive/find-captures.server.ts";
import { replayPath } from "#app/staff/paths/record-path.ts";
import { comparePixels } from "../kit/compare-pixels.ts";
import { everyPath } from "../kit/every-path.ts";
import { type OwnServers, startOwnServers } from "../kit/own-servers.ts";
import { signIn } from "../kit/staff.ts";

/**
 * Parts that scripts draw. Replays run no scripts, so they equal these pages as browsers without scripting display them. All other pages
 * are compared with scripting.
 */
const drawnByScripts: Readonly<Record<string, string>> = {
  "/reviews": "the button that loads the reviews of another site",
  "/faqs": "the filter of the questions, and the buttons that open and close all",
  "/compliance-dashboard": "the buttons that print",
  "/linkedin-live-signup": "the time of the event in the visitor’s time zone",
  "/linkedin-live-signup/registered":
    "the time in the visitor’s time zone, and the button that copies the link",
  "/linkedin-live-signup/waiting-list":
    "the time in the visitor’s time zone, and the button that copies the link",
  "/pre-loi-assessment": "one question at a time",
};

const widths = [390, 1440];
const examiner = "grace@example.com";
const owner = "daniel@example.com";
const article = "fiduciary-vs-broker";
const ofArchive = /^\/api\/record\/(?:pages\/\d+\?path=|files\/[0-9a-f]{64}$)/;

let own: OwnServers;

/** Pictures of the first release, taken before the second one was published. */
const earlier = { position: 0, pictures: new Map<string, Buffer>() };

// The tests share a server.
test.describe.configure({ mode: "default", timeout: 1_800_000 });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  own = await startOwnServers(1);
  await own.addStaff(examiner, "examiner");
  await own.addStaff(owner, "owner");
  await expect.poll(() => findFirstCapture(own.db), { timeout: 240_000 }).toBeDefined();
  earlier.position = (await findRange(own.db))?.last ?? 0;
  const visitor = await open(browser, 1440);
  for (const path of ["/about", `/blog/${article}`]) {
    // An optional font can arrive too late for the first picture.
    await takePicture({ page: visitor, path });
    earlier.pictures.set(path, await takePicture({ page: visitor, path }));
  }
  await publishPicture(await open(browser, 1440));
});

test.afterAll(() => own.stop());

for (const width of widths) {
  test(`the replay of each page has the pixels of the published page at ${width} pixels, and requests nothing outside the archive`, async ({
    browser,
  }) => {
    const visitor = await open(browser, width);
    const withoutScripting = await open(browser, width, { javaScriptEnabled: false });
    const record = await open(browser, width);
    await signIn(record, examiner, { siteUrl: own.siteUrl });
    const requests = listRequests(record);
    const position = (await findRange(own.db))?.last ?? 0;
    const different: string[] = [];
    for (const path of everyPath) {
      const published = path in drawnByScripts ? withoutScripting : visitor;
      const replayed = { page: record, path: replayPath(position, path) };
      const difference = await findDifference({ page: published, path }, replayed);
      if (difference !== undefined) different.push(`${path}: ${difference}`);
      if (published === visitor) continue;
      const scripted = await comparePixels(
        await takePicture({ page: visitor, path }),
        await takePicture(replayed),
      );
      if (scripted === undefined) different.push(`${path}: scripts draw nothing, so remove it from the list`);
    }
    expect(different).toEqual([]);
    expect(requests.filter((request) => !ofArchive.test(request))).toEqual([]);
    const files = requests.filter((request) => request.includes("/files/"));
    expect(files.length).toBeGreaterThan(everyPath.length);
  });
}

test("the replay of an earlier version has the pixels that the page had before a later release", async ({
  browser,
}) => {
  const [visitor, record] = [await open(browser, 1440), await open(browser, 1440)];
  await signIn(record, examiner, { siteUrl: own.siteUrl });
  for (const [path, picture] of earlier.pictures) {
    const place = { page: record, path: replayPath(earlier.position, path) };
    await takePicture(place);
    expect([path, await comparePixels(picture, await takePicture(place))]).toEqual([path, undefined]);
  }
  const changed = `/blog/${article}`;
  const current = await takePicture({ page: visitor, path: changed });
  expect(await comparePixels(earlier.pictures.get(changed) ?? current, current)).toBeDefined();
});

async function open(browser: Browser, width: number, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    ...test.info().project.use.contextOptions,
    baseURL: own.siteUrl,
    colorScheme: "light",
    viewport: { width, height: 900 },
    ...options,
  });
  return context.newPage();
}

/** Collects the requests of a page: paths on the server of the test, and complete URLs elsewhere. */
function listRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().replace(own.siteUrl, "")));
  return requests;
}

/** Publishes a picture at the end of an article, because the first release has none. */
async function publishPicture(page: Page): Promise<void> {
  await signIn(page, owner, { siteUrl: own.siteUrl });
  await page.goto("/admin/content/pictures");
  await page.getByLabel("Alternative text").fill("A clock");
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 500 } });
  await page.getByLabel("File").setInputFiles({ name: "clock.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Upload" }).press("Enter");
  const line = await page.getByLabel("Markdown for the article").first().inputValue();
  await page.goto(`/admin/content/articles?part=${article}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByLabel("Fiduciary vs broker", { exact: true });
  await text.fill(`${await text.inputValue()}\n\n${line}\n`);
  await page.getByLabel("Reason for the change").fill("A picture");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await page.getByRole("button", { name: "Approve and publish" }).click();
  await expect(page.locator(".alert")).toContainText("Published as release 2.", { timeout: 120_000 });
  await page.goto(`/blog/${article}`);
  await expect(page.getByRole("img", { name: "A clock" })).toBeAttached();
  await page.context().close();
}

type Place = { page: Page; path: string };

async function findDifference(published: Place, replayed: Place): Promise<string | undefined> {
  const expected = await takePicture(published);
  const difference = await comparePixels(expected, await takePicture(replayed));
  if (difference === undefined) return undefined;
  // An optional font can arrive too late on a busy machine, but is cached now.
  return comparePixels(await takePicture(published), await takePicture(replayed));
}

async function takePicture({ page, path }: Place): Promise<Buffer> {
  await page.goto(path, { waitUntil: "networkidle" });
  // Replays contain no frames. The only document in a frame is the PDF of Form ADV Part 2A, which the record lists below the page.
  for (const frame of await page.locator("iframe").all()) await frame.evaluate((element) => element.remove());
  for (const picture of await page.locator("img[loading=lazy]").all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  return page.screenshot({ fullPage: true, animations: "disabled" });
}
