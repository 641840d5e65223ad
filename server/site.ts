import { setImmediate as nextTurn } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { recordPublication, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import {
  type ChangedPage,
  findOpenClaims,
  type OpenClaim,
} from "#app/compliance/claims/draft-claims.server.ts";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { pages as registeredPages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import type { Traffic } from "#app/platform/http/traffic.ts";
import { picturesBelow } from "#content/article-format/picture-address.ts";
import { findSlug } from "#content/article-format/article-address.ts";
import type { BrokenLink, CapturedRelease } from "#app/publishing/publication/capture-release.server.ts";
import type { PageFunctions, Publishing } from "#app/publishing/publication/publishing.server.ts";
import { createPictureReader } from "#app/publishing/pictures/read-pictures.server.ts";
import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { createSecurityHeaders } from "#server/middleware/response-headers.ts";
import type { Asset } from "#server/pages/assets.ts";
import type { Monitoring } from "#server/monitoring/monitoring.ts";
import { createPages, type Pages, type PagesOptions } from "#server/pages/pages.ts";
import { createPublishedSite } from "#server/pages/published-site.ts";
import { type CreatedFiles, createFiles, type SiteFile, siteFiles } from "#server/pages/site-files.ts";

export type SiteDependencies = Omit<RequestServices, "publishing"> & {
  mode: "production" | "development";
  /** Without the functions that need the pages. */
  publishing: Omit<Publishing, PageFunctions>;
  /** What is known about the build: version, commit and time. */
  build?: string | undefined;
  /** Built files by path. In development, Vite serves them before the app receives the request. */
  findAsset(path: string): Asset | undefined;
  /** Share images and icons by path. */
  pictures: Readonly<Record<string, SiteFile>>;
  /** Counts in-flight requests that need more than a cached response. */
  traffic: Traffic;
  monitoring: Monitoring;
};

type Measured = Pick<PagesOptions, "lookups" | "observeRender">;

/**
 * The pages and files of the site with their common headers, and all of them as the archive captures them. Publishing renders these pages,
 * and staff publish on one of them, so it is completed here.
 */
export function createSite(given: SiteDependencies) {
  const deps = { ...given, publishing: { ...given.publishing, captureRelease, listOpenClaims, renderWith } };
  const createPagesWith = (services: Partial<RequestServices>, measured?: Measured): Pages =>
    createPages({
      // `exactOptionalPropertyTypes` rejects the generated module's type, although it is React Router's own.
      build: build as unknown as ServerBuild,
      services: { ...deps, ...services },
      mode: deps.mode,
      ...measured,
    });
  const { pageLookups, observers } = deps.monitoring;
  // The archive renders pages as well, which says nothing about visitors.
  const pages = createPagesWith({}, { lookups: pageLookups, observeRender: observers?.render });
  const createFilesOf = (releases: Releases): CreatedFiles =>
    createFiles({ ...siteFiles, ...deps.pictures }, deps.siteUrl, releases);
  const files = createFilesOf(deps.publishing);
  const findPicture = createPictureReader(deps.db);
  const headers = createSecurityHeaders(deps.siteUrl);
  const pagesOf = keepPages((release) =>
    createPagesWith({ publishing: { ...deps.publishing, inUse: () => release } }),
  );
  const site = createPublishedSite({
    ...deps,
    pages,
    createPagesWith,
    files,
    findPicture,
    createFilesOf,
    headers,
  });

  async function captureRelease(release: Release): Promise<CapturedRelease> {
    const candidate = site.withRelease(release);
    const rendered = await candidate.render();
    const links = findBrokenLinks(rendered);
    if (links.length > 0) return { ok: false, reason: "links", links };
    const claims = await findOpenClaims(deps.db, await compareWithPublished(pages, rendered));
    if (claims.length > 0) return { ok: false, reason: "claims", claims };
    const captures = await storeCaptures(deps.db, rendered);
    const siteDigest = await candidate.computeDigest();
    return {
      ok: true,
      store: (trx, approval) => recordPublication(trx, { captures, siteDigest, build: deps.build, approval }),
    };
  }

  async function listOpenClaims(release: Release, paths: readonly string[]): Promise<OpenClaim[]> {
    const compared: ChangedPage[] = [];
    for (const path of paths) {
      // Other requests are answered between two pages.
      await nextTurn();
      const before = await pages.shared(path);
      compared.push({ path, before: before?.html ?? "", after: await renderWith(release, path) });
    }
    if (compared.some(({ before }) => before === "")) {
      for (const path of pages.sharedPaths().filter((each) => !paths.includes(each))) {
        const html = (await pages.shared(path))?.html ?? "";
        compared.push({ path, before: html, after: html });
      }
    }
    return findOpenClaims(deps.db, compared);
  }

  async function renderWith(release: Release, path: string): Promise<string> {
    const page = await pagesOf(release).shared(path);
    if (page === undefined) throw new AppError("not-found", `There is no shared page at ${path}.`);
    if (page.status >= 500) throw new AppError("internal", `The page ${path} could not be rendered.`);
    return page.html;
  }

  return { publishing: deps.publishing, pages, files, findPicture, headers, site };
}

/** The pages with a release that is not published. They are rendered once for the same object. */
function keepPages(create: (release: Release) => Pages): (release: Release) => Pages {
  const kept = new WeakMap<Release, Pages>();
  return (release) => {
    const pages = kept.get(release) ?? create(release);
    kept.set(release, pages);
    return pages;
  };
}

const internalLink = / (?:href|src)="(\/[^".?#]+(?:\.webp)?)[?#"]/g;

/** Whether a path belongs to what the release decides about, and not the build. */
function isReleased(path: string): boolean {
  return findSlug(path) !== undefined || path.startsWith(picturesBelow);
}

/** The links to articles, and the pictures, that are not among the pages and files. */
function findBrokenLinks(rendered: readonly PublishedFile[]): BrokenLink[] {
  const paths = new Set(rendered.map(({ path }) => path));
  return rendered
    .filter(({ isPage }) => isPage)
    .flatMap(({ path, bytes }) => {
      const targets = [...Buffer.from(bytes).toString("utf8").matchAll(internalLink)].map(
        ([, to = ""]) => to,
      );
      return [...new Set(targets)]
        .filter((to) => isReleased(to) && !paths.has(to))
        .map((target) => ({ path, target }));
    });
}

/** The index of pages is left out: it counts the pages itself, and no one could bind these figures to evidence. */
async function compareWithPublished(
  pages: Pages,
  rendered: readonly PublishedFile[],
): Promise<ChangedPage[]> {
  const compared: ChangedPage[] = [];
  const found = rendered.filter(
    ({ isPage, status, path }) =>
      isPage && status === 200 && path !== registeredPages.complianceDashboard.path,
  );
  for (const { path, bytes } of found) {
    const before = await pages.shared(path);
    compared.push({ path, before: before?.html ?? "", after: Buffer.from(bytes).toString("utf8") });
  }
  return compared;
}
