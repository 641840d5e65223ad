import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { articlePaths } from "#tests/kit/article-files.ts";
import { contentPages, registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import { describeExcess, measureReadability } from "#tests/readability/readability.ts";
import { startServer } from "../../bench/kit/server-process.ts";
import { check, NotRun } from "./check.ts";

// Checks the readability of pages, and every public page with the Nu HTML checker and with Lighthouse as a phone. Both tools are large, so
// they are installed only for this check.

const tools = { lighthouse: "12.8.2", "vnu-jar": "26.9.27" };
/** The performance score depends on the machine, so it is printed beside the score of an empty page, as the median of these runs. */
const rounds = 3;
/** Categories in which every page must score 100. */
const requiredCategories = ["accessibility", "best-practices", "seo"];
/** Audits of the performance category that every page must pass. Their results do not depend on the speed of the machine. */
const requiredAudits = [
  "cumulative-layout-shift",
  "dom-size",
  "duplicated-javascript",
  "font-display",
  "legacy-javascript",
  "modern-image-formats",
  "non-composited-animations",
  "redirects",
  "render-blocking-resources",
  "total-byte-weight",
  "unminified-css",
  "unminified-javascript",
  "unsized-images",
  "unused-css-rules",
  "unused-javascript",
  "uses-optimized-images",
  "uses-responsive-images",
  "uses-text-compression",
];

/**
 * Pages whose form is a React island. Lighthouse calls what React needs for typing and sending unused, because it only loads the page. The
 * size of these scripts has its own budget (`pageBudgets.formScripts`).
 */
const pagesWithReact: readonly string[] = [pages.eventSignup.path, pages.assessment.path];

const folder = mkdtempSync(join(tmpdir(), "practice-pages-"));
const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

const indexed = [...registeredPages.filter(({ index }) => index).map(({ path }) => path), ...articlePaths()];
const others = [pages.complianceDashboard.path, pages.auth.path];

try {
  execFileSync(
    "npm",
    ["install", "--prefix", folder, ...Object.entries(tools).map((tool) => tool.join("@"))],
    {
      stdio: "ignore",
    },
  );
  const server = await startServer();
  try {
    await checkReadability(server.url);
    await checkWithNu(server.url);
    await checkWithLighthouse(server.url);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** `tests/readability/readability.test.ts` measures the emails too. */
async function checkReadability(url: string): Promise<void> {
  const paths = [
    pages.home.path,
    ...contentPages.map(({ path }) => path),
    pages.eventSignup.path,
    pages.assessment.path,
    pages.faqs.path,
  ];
  for (const path of paths) {
    await check(`Readability, ${path}`, async () => {
      const html = await (await fetch(new URL(path, url))).text();
      const [main = ""] = /<main\b.*<\/main>/s.exec(html) ?? [];
      const readability = measureReadability(main);
      const excess = describeExcess(readability);
      if (excess !== undefined) throw new Error(excess);
      return `grade ${readability.grade.toFixed(1)}, longest sentence ${readability.longestWords} words`;
    });
  }
}

async function checkWithNu(url: string): Promise<void> {
  await check("The Nu HTML checker on every public page", async () => {
    if (!canRun("java", ["-version"])) throw new NotRun("Java is not installed");
    const paths = [...indexed, ...others, "/no-such-page"];
    for (const [index, path] of paths.entries()) {
      const html = await (await fetch(new URL(path, url))).text();
      writeFileSync(join(folder, `${index}.html`), html);
    }
    const jar = join(folder, "node_modules/vnu-jar/build/dist/vnu.jar");
    // Only HTML is checked, because the tool lacks recent CSS and does not know rel=expect with blocking.
    const filter = ["--errors-only", "--filterpattern", "CSS: .*|.*“blocking” attribute.*"];
    const files = paths.map((_, index) => join(folder, `${index}.html`));
    const { stderr } = spawnSync("java", ["-jar", jar, ...filter, ...files], { encoding: "utf8" });
    if (stderr.trim() !== "") throw new Error(stderr.trim());
    return `${paths.length} pages, no error`;
  });
}

type Scores = Record<string, number>;
/** One run: the scores of the categories in percent, and the required audits that are not passed. */
type Measured = { scores: Scores; failedAudits: readonly string[] };
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  lhr: {
    categories: Record<
      string,
      { score: number | null; auditRefs: readonly { id: string; weight: number }[] }
    >;
    audits: Record<string, { score: number | null; scoreDisplayMode: string }>;
  };
}>;

async function checkWithLighthouse(url: string): Promise<void> {
  if (!canRun(chromium, ["--version"])) {
    return check("Lighthouse", () => Promise.reject(new NotRun("Chromium is not installed")));
  }
  const port = 9_333;
  const profile = join(folder, "profile");
  const browser = spawn(
    chromium,
    [
      "--headless=new",
      "--no-sandbox",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  try {
    await sleep(3_000);
    const entry = createRequire(join(folder, "package.json")).resolve("lighthouse");
    // Lighthouse is not installed here, so the fields in use are declared above.
    const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
    const measure = async (page: string, required: readonly string[]): Promise<readonly Measured[]> => {
      const runs: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { lhr } = await lighthouse(page, { port, logLevel: "error" });
        runs.push(readResult(lhr, required));
      }
      return runs;
    };
    const emptyPage = await startEmptyPage();
    const comparison = middle(await measure(emptyPage.url, []), "performance");
    await emptyPage.stop();
    for (const path of [...indexed, ...others]) {
      await check(`Lighthouse, ${path}`, async () => {
        // Pages with noindex cannot pass the SEO category.
        const required = requiredCategories.filter((name) => name !== "seo" || indexed.includes(path));
        const runs = await measure(new URL(path, url).href, required);
        const scores = required.map((name) => ({ name, score: middle(runs, name) }));
        const failed = new Set(runs.flatMap(({ failedAudits }) => failedAudits));
        if (pagesWithReact.includes(path)) failed.delete("unused-javascript");
        const words = [
          ...scores.map(({ name, score }) => `${name} ${score}`),
          `performance ${middle(runs, "performance")}, an empty page ${comparison}`,
        ].join(", ");
        if (scores.some(({ score }) => score < 100) || failed.size > 0) {
          throw new Error(`${words}; audits: ${[...failed].join(", ")}`);
        }
        return words;
      });
    }
  } finally {
    browser.kill();
  }
}

/**
 * @param required the categories whose audits must be passed as well as the required ones
 * @throws if this version of Lighthouse does not know one of the required audits
 */
function readResult(
  { categories, audits }: Awaited<ReturnType<Lighthouse>>["lhr"],
  required: readonly string[],
): Measured {
  const withWeight = required.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    failedAudits: [...requiredAudits, ...withWeight].filter((id) => {
      const audit = audits[id];
      if (audit === undefined) throw new Error(`Lighthouse has no audit ${id}`);
      return audit.scoreDisplayMode !== "notApplicable" && (audit.score ?? 0) < 1;
    }),
  };
}

/** Serves a page with a heading only, without this product's headers. */
async function startEmptyPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const page =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Empty</title><h1>Empty</h1>';
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(page);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function middle(runs: readonly Measured[], name: string): number {
  const sorted = runs.map(({ scores }) => scores[name] ?? 0).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function canRun(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
