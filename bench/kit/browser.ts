import { existsSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";

export const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Returns why no browser can be used, or undefined. */
export function findBrowserProblem(): string | undefined {
  return existsSync(chromiumPath) ? undefined : `Chromium is not installed at ${chromiumPath}`;
}

/** Runs `work` in a browser that can reach only this machine. It has no sandbox, because Chromium refuses to use one as root. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    // The benchmark handles signals and closes the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export type Width = 390 | 1440;

/** Opens a URL with an empty cache and waits until loading has ended. */
export async function openCold(browser: Browser, url: string, width: Width): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  return page;
}

/** The resources that the page requested, from the browser's performance entries. Times are in milliseconds from the start of the visit. */
export type ResourceRecord = {
  path: string;
  startMs: number;
  /** Size of the body as sent. */
  bodyBytes: number;
  isScript: boolean;
  blocksRendering: boolean;
};

export function listResources(page: Page): Promise<ResourceRecord[]> {
  return page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap((entry) => {
      if (!(entry instanceof PerformanceResourceTiming)) return [];
      const path = new URL(entry.name).pathname;
      return {
        path,
        startMs: entry.startTime,
        bodyBytes: entry.encodedBodySize,
        isScript: entry.initiatorType === "script" || path.endsWith(".js"),
        blocksRendering: "renderBlockingStatus" in entry && entry.renderBlockingStatus === "blocking",
      };
    }),
  );
}

/** The compressed size of inline scripts. */
export async function inlineScriptBytes(page: Page): Promise<number> {
  const texts = await page.evaluate(() =>
    [...document.scripts]
      .filter(
        (script) =>
          script.src === "" && /^(|module|importmap|(text|application)\/javascript)$/.test(script.type),
      )
      .map((script) => script.text),
  );
  return brotliCompressSync(texts.join("\n")).byteLength;
}

/** The sum of the page's layout shifts since it started loading. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ("value" in entry && typeof entry.value === "number") sum += entry.value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        // Earlier entries are delivered in a separate task.
        setTimeout(() => resolve(sum), 300);
      }),
  );
}
