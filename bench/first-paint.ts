import type { Browser } from "@playwright/test";
import { findBrowserProblem, withBrowser } from "./kit/browser.ts";
import { startServer } from "./kit/server-process.ts";
import { startBareServer } from "./load/bare-server-process.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

const what = "First paint of the home page on a slow phone";
const rounds = 9;

/** A phone with a slow connection, as Lighthouse applies it: 562 ms per request, 1.44 Mbit/s and a quarter of this machine's speed. */
const network = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375, offline: false };
const slowdown = 4;

const emptyPage = "<!doctype html><html lang=en><title>Empty</title><p>Empty</p></html>";

/** Measures the time to the first paint of the home page and of an empty page under the same throttling, in turns. */
export async function measureFirstPaint(): Promise<Line[]> {
  const because = findBrowserProblem();
  if (because !== undefined) return [{ kind: "not-run", what, because }];
  const server = await startServer();
  try {
    const empty = await startBareServer({
      headers: [["content-type", "text/html; charset=utf-8"]],
      body: Buffer.from(emptyPage),
    });
    try {
      return await withBrowser(async (browser) => [await compare(browser, server.url, empty.url)]);
    } finally {
      await empty.stop();
    }
  } finally {
    await server.stop();
  }
}

async function compare(browser: Browser, url: string, emptyUrl: string): Promise<Line> {
  const times: { ours: number[]; empty: number[] } = { ours: [], empty: [] };
  // The first visit of each warms up the servers and the browser.
  for (const address of [url, emptyUrl]) await firstPaint(browser, address);
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await firstPaint(browser, url));
    times.empty.push(await firstPaint(browser, emptyUrl));
  }
  const [paintMs, emptyPaintMs] = [median(times.ours), median(times.empty)];
  const ratio = paintMs / emptyPaintMs;
  return {
    kind: "measured",
    what,
    result: `${formatNumber(paintMs)} ms; an empty page ${formatNumber(emptyPaintMs)} ms; ratio ${formatNumber(ratio)}`,
    values: { paintMs, emptyPaintMs, ratio },
  };
}

/** The time from the navigation to the first contentful paint, with an empty cache. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(url, { waitUntil: "load" });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const paint = list.getEntriesByName("first-contentful-paint")[0];
            if (paint !== undefined) resolve(paint.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}
