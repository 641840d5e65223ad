import { pages } from "#app/pages/registry.ts";
import { inlineScriptBytes, openCold, resourcesOf, whyNoBrowser, withBrowser } from "./kit/browser.ts";
import { startServer } from "./kit/server-process.ts";
import { atMost, formatNumber, type Line } from "./report.ts";

/** The form's own; the visit script, which every page has, is measured with the home page. */
const mostScriptBytes = 75_000;
const isVisitScript = /\/visit-[\w-]+\.js$/;

/** How much script the assessment asks for, and when. */
export async function measureAssessmentPage(): Promise<Line[]> {
  const because = whyNoBrowser();
  if (because !== undefined) return [{ kind: "not-run", what: "Scripts", because }];
  const server = await startServer();
  try {
    return describe(await visit(new URL(pages.assessment.path, server.url).href));
  } finally {
    await server.stop();
  }
}

type Visit = {
  firstPaintMs: number;
  scripts: { path: string; startMs: number; bodyBytes: number }[];
  inlineBytes: number;
};

async function visit(url: string): Promise<Visit> {
  return withBrowser(async (browser) => {
    const page = await openCold(browser, url, 1440);
    // A first touch, for whatever waits for one.
    await page.keyboard.press("Tab");
    await page.waitForTimeout(1_000);
    return {
      firstPaintMs: await page.evaluate(
        () => performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
      ),
      scripts: (await resourcesOf(page)).filter(({ isScript }) => isScript),
      inlineBytes: await inlineScriptBytes(page),
    };
  });
}

function describe({ firstPaintMs, scripts, inlineBytes }: Visit): Line[] {
  const ofForm = scripts.filter(({ path }) => !isVisitScript.test(path));
  const scriptBytes = ofForm.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const early = scripts.filter(({ startMs }) => !(startMs >= firstPaintMs));
  const earlyBytes = early.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const earliest = Math.min(...scripts.map(({ startMs }) => startMs));
  return [
    {
      kind: "measured",
      what: "Script of the form, compressed, in all",
      result: `${formatNumber(scriptBytes)} B in ${ofForm.length} files, and ${formatNumber(inlineBytes)} B in the document`,
      values: { scriptBytes, files: ofForm.length, inlineBytes },
      limit: atMost(scriptBytes + inlineBytes, mostScriptBytes, " B"),
    },
    {
      kind: "measured",
      what: "Script asked for before the first paint",
      result: `${formatNumber(earlyBytes)} B in ${early.length} files (first paint at ${formatNumber(firstPaintMs)} ms, first script asked for at ${formatNumber(earliest)} ms)`,
      values: { earlyBytes, earlyFiles: early.length, firstPaintMs, firstScriptMs: earliest },
      limit: atMost(early.length, 0, " files"),
    },
  ];
}
