import { pages } from "#app/pages/registry.ts";
import { pageBudgets } from "./kit/page-budgets.ts";
import {
  inlineScriptBytes,
  openCold,
  listResources,
  findBrowserProblem,
  withBrowser,
} from "./kit/browser.ts";
import { startServer } from "./kit/server-process.ts";
import { atMost, formatNumber, type Line } from "./report.ts";

const isVisitScript = /\/visit-[\w-]+\.js$/;

/** Measures the scripts of the assessment and when they are requested. */
export async function measureAssessmentPage(): Promise<Line[]> {
  const because = findBrowserProblem();
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
    // A first interaction, for scripts that wait for one.
    await page.keyboard.press("Tab");
    await page.waitForTimeout(1_000);
    return {
      firstPaintMs: await page.evaluate(
        () => performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
      ),
      scripts: (await listResources(page)).filter(({ isScript }) => isScript),
      inlineBytes: await inlineScriptBytes(page),
    };
  });
}

function describe({ firstPaintMs, scripts, inlineBytes }: Visit): Line[] {
  const formScripts = scripts.filter(({ path }) => !isVisitScript.test(path));
  const scriptBytes = formScripts.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const early = scripts.filter(({ startMs }) => !(startMs >= firstPaintMs));
  const earlyBytes = early.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const earliest = Math.min(...scripts.map(({ startMs }) => startMs));
  return [
    {
      kind: "measured",
      what: "Scripts of the form, compressed",
      result: `${formatNumber(scriptBytes)} B in ${formScripts.length} files, and ${formatNumber(inlineBytes)} B in the document`,
      values: { scriptBytes, files: formScripts.length, inlineBytes },
      limit: atMost(scriptBytes + inlineBytes, pageBudgets.formScripts, " B"),
    },
    {
      kind: "measured",
      what: "Scripts requested before the first paint",
      result: `${formatNumber(earlyBytes)} B in ${early.length} files (first paint at ${formatNumber(firstPaintMs)} ms, first script requested at ${formatNumber(earliest)} ms)`,
      values: { earlyBytes, earlyFiles: early.length, firstPaintMs, firstScriptMs: earliest },
      limit: atMost(early.length, 0, " files"),
    },
  ];
}
