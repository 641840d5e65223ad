import type { Browser, Page } from "@playwright/test";
import {
  inlineScriptBytes,
  layoutShift,
  openCold,
  type ResourceRecord,
  listResources,
  findBrowserProblem,
  type Width,
  withBrowser,
} from "./kit/browser.ts";
import { pageBudgets } from "./kit/page-budgets.ts";
import { type HttpResponse, openConnection } from "./kit/http-connection.ts";
import { startServer } from "./kit/server-process.ts";
import { atMost, formatNumber, type Line } from "./report.ts";

/** Measures the size of the home page and its behavior in the browser. */
export async function measureHomePage(): Promise<Line[]> {
  const server = await startServer();
  try {
    const inBrowser = await measureInBrowser(server.url);
    return [documentLine(await requestHomePage(server.port)), ...inBrowser];
  } finally {
    await server.stop();
  }
}

/**
 * Requests the home page as a browser does.
 * @throws if the response is not a page in Brotli
 */
export async function requestHomePage(port: number): Promise<HttpResponse> {
  const connection = await openConnection(port);
  const answer = await connection.send(
    `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n`,
  );
  connection.close();
  const encoding = answer.headers.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  if (answer.status !== 200 || encoding !== "br") {
    throw new Error(`The home page returned ${answer.status} in ${encoding ?? "no encoding"}.`);
  }
  return answer;
}

function documentLine({ wireBytes, headBytes }: HttpResponse): Line {
  const bodyBytes = wireBytes - headBytes;
  return {
    kind: "measured",
    what: "HTML with its styles and headers, as sent",
    result: `${formatNumber(wireBytes)} B (body in brotli ${formatNumber(bodyBytes)}, headers ${formatNumber(headBytes)})`,
    values: { wireBytes, bodyBytes, headBytes },
    limit: atMost(wireBytes, pageBudgets.textPage, " B"),
  };
}

async function measureInBrowser(url: string): Promise<Line[]> {
  const because = findBrowserProblem();
  if (because !== undefined) {
    return [{ kind: "not-run", what: "Requests, scripts, shift and size of the document", because }];
  }
  const [wide, narrow] = await withBrowser(
    async (browser) => [await visit(browser, url, 1440), await visit(browser, url, 390)] as const,
  );
  const critical = 1 + wide.resources.filter(({ blocksRendering }) => blocksRendering).length;
  const scripts = wide.resources.filter(({ isScript }) => isScript);
  const scriptBytes = wide.inlineScriptBytes + scripts.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  return [
    {
      kind: "measured",
      what: "Render-critical requests",
      result: `${critical}, of ${1 + wide.resources.length} in all`,
      values: { critical, all: 1 + wide.resources.length },
      limit: atMost(critical, 1),
    },
    {
      kind: "measured",
      what: "Script, in files and in the document",
      result: `${formatNumber(scriptBytes)} B`,
      values: { scriptBytes },
      limit: atMost(scriptBytes, pageBudgets.visitScript, " B"),
    },
    shiftLine(wide, 1440),
    shiftLine(narrow, 390),
    {
      kind: "measured",
      what: "DOM elements",
      result: formatNumber(wide.elements),
      values: { elements: wide.elements },
    },
  ];
}

function shiftLine({ shift }: Visit, width: Width): Line {
  return {
    kind: "measured",
    what: `Layout shift, loading and scrolling to the end, ${formatNumber(width)} px wide`,
    result: formatNumber(shift),
    values: { shift },
    limit: atMost(shift, 0),
  };
}

type Visit = { resources: ResourceRecord[]; inlineScriptBytes: number; shift: number; elements: number };

async function visit(browser: Browser, url: string, width: Width): Promise<Visit> {
  const page = await openCold(browser, url, width);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await scrollToEnd(page);
  return {
    resources: await listResources(page),
    inlineScriptBytes: await inlineScriptBytes(page),
    shift: await layoutShift(page),
    elements: await page.evaluate(() => document.querySelectorAll("*").length),
  };
}

/** Scrolls screen by screen, so that late images and lazily rendered sections are displayed. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await nextFrame();
      await nextFrame();
    }
  });
}
