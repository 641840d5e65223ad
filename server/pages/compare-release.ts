import { runStep } from "#app/platform/repeat.server.ts";
import type { ChangedPage } from "#app/compliance/claims/draft-claims.server.ts";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { pages as registeredPages } from "#app/pages/registry.ts";
import type { BrokenLink } from "#app/publishing/publication/capture-release.server.ts";
import { findSlug } from "#content/article-format/article-address.ts";
import { picturesBelow } from "#content/article-format/picture-address.ts";
import type { Pages } from "./pages.ts";

const internalLink = / (?:href|src)="(\/[^".?#]+(?:\.webp)?)[?#"]/g;

/** Whether a path belongs to what the release decides about, and not the build. */
function isReleased(path: string): boolean {
  return findSlug(path) !== undefined || path.startsWith(picturesBelow);
}

function listTargets(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(internalLink), ([, to = ""]) => to));
}

/** The links to articles, and the pictures, that are not among the pages and files. */
export async function findBrokenLinks(rendered: readonly PublishedFile[]): Promise<BrokenLink[]> {
  const paths = new Set(rendered.map(({ path }) => path));
  const broken: BrokenLink[] = [];
  for (const { path, bytes } of rendered.filter(({ isPage }) => isPage)) {
    const targets = await runStep(() => listTargets(Buffer.from(bytes).toString("utf8")));
    for (const target of targets) {
      if (isReleased(target) && !paths.has(target)) broken.push({ path, target });
    }
  }
  return broken;
}

/** The index of pages is left out: it counts the pages itself, and no one could bind these figures to evidence. */
function hasClaims(path: string): boolean {
  return path !== registeredPages.complianceDashboard.path;
}

/** The paths of the pages whose claims are searched, without those of events, which repeat the words of the next one. */
export function listClaimPaths(pages: Pages): string[] {
  return pages.sharedPaths().filter(hasClaims);
}

export async function compareWithPublished(
  pages: Pages,
  rendered: readonly PublishedFile[],
): Promise<ChangedPage[]> {
  const compared: ChangedPage[] = [];
  const found = rendered.filter(({ isPage, status, path }) => isPage && status === 200 && hasClaims(path));
  for (const { path, bytes } of found) {
    const before = await runStep(async () => pages.shared(path));
    compared.push({ path, before: before?.html ?? "", after: Buffer.from(bytes).toString("utf8") });
  }
  return compared;
}

const maxAttempts = 3;

/**
 * Repeats a comparison that found something, or failed, while the site was changing: the pages that were rendered first show another state
 * of the live event, with other figures, than those that were rendered later.
 * @param stamp changes with everything that pages depend on
 */
export async function retryIfChanged<Result extends { ok: boolean }>(
  stamp: () => string,
  compare: () => Promise<Result>,
  attempts = maxAttempts,
): Promise<Result> {
  const before = stamp();
  const isFinal = (): boolean => attempts === 1 || stamp() === before;
  try {
    const result = await compare();
    if (result.ok || isFinal()) return result;
  } catch (error) {
    if (isFinal()) throw error;
  }
  return retryIfChanged(stamp, compare, attempts - 1);
}

/** Compares pages with their published version. If one is new, the others are included, because a new page repeats their texts. */
export async function comparePages(
  published: Pages,
  paths: readonly string[],
  renderAfter: (path: string) => Promise<string>,
): Promise<ChangedPage[]> {
  const compared: ChangedPage[] = [];
  for (const path of paths) {
    const before = await runStep(async () => published.shared(path));
    compared.push({ path, before: before?.html ?? "", after: await runStep(() => renderAfter(path)) });
  }
  if (compared.every(({ before }) => before !== "")) return compared;
  for (const path of published.sharedPaths().filter((each) => !paths.includes(each))) {
    const html = (await runStep(async () => published.shared(path)))?.html ?? "";
    compared.push({ path, before: html, after: html });
  }
  return compared;
}
