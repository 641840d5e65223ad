import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { start } from "#app/compliance/page-index/page-index.island.client.ts";
import { PageIndex } from "#app/compliance/page-index/page-index.tsx";
import { printedPages } from "#app/compliance/page-index/index-groups.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { indexedPaths, printedPaths, specifiedGroups } from "#tests/kit/specified-page-index.ts";
import { elementsIn, linksIn } from "./markup.ts";

const html = renderToStaticMarkup(<PageIndex />);
const groupParts = html.split("<section>").slice(1);

describe("specification section 2, /compliance-dashboard", () => {
  test("is not for search engines", () => {
    const matches = [{ id: "root", loaderData: { siteUrl: "https://example.com" } }];
    expect(pageMeta(pages.complianceDashboard, matches)).toContainEqual({
      name: "robots",
      content: "noindex",
    });
  });

  test("five groups in the specified order", () => {
    expect(groupParts.map((part) => elementsIn(part, "h2")[0])).toEqual(
      specifiedGroups.map(({ title }) => title),
    );
  });

  test.each(specifiedGroups.map((group, index) => ({ ...group, index, count: group.paths.length })))(
    "$title: $count pages, each with View in a new window and Print",
    ({ index, paths }) => {
      const part = groupParts[index] ?? "";
      expect(linksIn(part)).toEqual(paths.map((href) => ({ words: "View", href, opensNewTab: true })));
      expect([...part.matchAll(/data-print="([^"]*)"/g)].map(([, path]) => path)).toEqual(paths);
      expect(elementsIn(part, "button")).toEqual(paths.map(() => "Print"));
    },
  );

  test("a statistics card with the count of each group and the total of 21", () => {
    const card = /<dl class="[^"]*statistics[^"]*">(.*?)<\/dl>/s.exec(html)?.[1] ?? "";
    expect(elementsIn(card, "dt")).toEqual([...specifiedGroups.map(({ title }) => title), "Total Pages"]);
    expect(elementsIn(card, "dd")).toEqual(["7", "6", "4", "2", "2", "21"]);
  });

  test("one Print All Pages button", () => {
    expect(elementsIn(html, "button").filter((words) => words === "Print All Pages")).toHaveLength(1);
  });

  // A documented addition (decision 0028): the same pages in one document.
  test("the print pack contains the twenty pages of Print All, and a link opens it in a new window", () => {
    expect(printedPages().map(({ path }) => path)).toEqual(printedPaths);
    expect(linksIn(html)).toContainEqual({
      words: "Open the print pack",
      href: "/compliance-dashboard/print-pack",
      opensNewTab: true,
    });
  });
});

describe("specification sections 2 and 9, printing from the index", () => {
  let opened: ReturnType<typeof openedWindows>;

  beforeEach(() => {
    vi.useFakeTimers();
    opened = openedWindows();
    vi.stubGlobal("open", opened.open);
    vi.stubGlobal("location", { pathname: "/compliance-dashboard" });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("Print opens the page in a window, opens it there again after 500 ms, and prints when it has loaded", () => {
    const { press } = runningIndex(indexedPaths);
    press("/tax-strategies");
    expect(opened.paths()).toEqual(["/tax-strategies"]);
    vi.advanceTimersByTime(499);
    expect(opened.paths()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(opened.paths()).toEqual(["/tax-strategies", "/tax-strategies"]);
    expect(opened.names().size).toBe(1);
    expect(opened.prints()).toEqual([]);
    opened.load("/tax-strategies");
    vi.advanceTimersByTime(soon);
    expect(opened.prints()).toEqual(["/tax-strategies"]);
  });

  test("Print All opens a page every 1000 ms, each in a separate window, and prints it on load", () => {
    const { pressAll } = runningIndex(indexedPaths);
    pressAll();
    vi.advanceTimersByTime(0);
    for (let seconds = 0; seconds < 20; seconds += 1) {
      expect(opened.paths()).toHaveLength(seconds + 1);
      vi.advanceTimersByTime(999);
      expect(opened.paths()).toHaveLength(seconds + 1);
      vi.advanceTimersByTime(1);
    }
    expect(opened.names().size).toBe(20);
    expect(opened.prints()).toEqual([]);
    for (const path of opened.paths()) opened.load(path);
    vi.advanceTimersByTime(soon);
    expect(opened.prints()).toHaveLength(20);
    expect(new Set(opened.prints())).toEqual(new Set(opened.paths()));
  });

  test("Print All omits only the index itself", () => {
    const { pressAll } = runningIndex(indexedPaths);
    pressAll();
    vi.advanceTimersByTime(aWhile);
    expect(opened.paths()).toEqual(printedPaths);
  });

  test("a message about blocked windows suggests the print pack", () => {
    vi.stubGlobal("open", () => null);
    const { press, said } = runningIndex(indexedPaths);
    press("/faqs");
    expect(said()).toContain("Allow pop-ups for this site, or use the print pack");
  });
});

/** Durations in milliseconds: long enough to detect a page, and to open all windows. */
const soon = 1_000;
const aWhile = 25_000;

/** Simulates the browser's windows, one per name, which are empty until their page has loaded. */
function openedWindows() {
  const calls: { path: string; name: string }[] = [];
  const windows = new Map<string, ReturnType<typeof emptyWindow>>();
  const prints: string[] = [];
  return {
    open(path: string, name: string) {
      calls.push({ path, name });
      const window = windows.get(name) ?? emptyWindow(() => prints.push(path));
      windows.set(name, window);
      return window;
    },
    paths: () => calls.map(({ path }) => path),
    names: () => new Set(calls.map(({ name }) => name)),
    prints: () => prints,
    load(path: string): void {
      const window = windows.get(calls.find((call) => call.path === path)?.name ?? "");
      if (window === undefined) throw new Error(`No window was opened for ${path}`);
      window.document = { readyState: "complete" };
      window.dispatchEvent(new Event("load"));
    },
  };
}

function emptyWindow(print: () => void) {
  return Object.assign(new EventTarget(), { print, closed: false, document: { readyState: "complete" } });
}

/** The page index that its script needs: a button for each page, one for all, and a status line. */
function runningIndex(paths: readonly string[]) {
  const buttons = paths.map((path) => Object.assign(new EventTarget(), { dataset: { print: path } }));
  const all = new EventTarget();
  const status = { textContent: "", hidden: true };
  const container = {
    querySelectorAll: () => buttons,
    querySelector: (selector: string) => (selector === "[data-print-all]" ? all : status),
  };
  // The script uses only these two methods of its container.
  void start(container as unknown as HTMLElement);
  return {
    press: (path: string) => buttons[paths.indexOf(path)]?.dispatchEvent(new Event("click")),
    pressAll: () => all.dispatchEvent(new Event("click")),
    said: () => status.textContent,
  };
}
