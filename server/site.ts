import type { Log } from "#app/platform/log.server.ts";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import type { Capture } from "#app/compliance/archive/entry-hash.server.ts";
import { recordPublication, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { type ChangedClaims, findChangedClaims } from "#app/compliance/claims/draft-claims.server.ts";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import { AppError } from "#app/platform/errors.ts";
import { createTraffic, type Traffic } from "#app/platform/http/traffic.ts";
import type { CapturedRelease } from "#app/publishing/publication/capture-release.server.ts";
import type { PageFunctions, Publishing } from "#app/publishing/publication/publishing.server.ts";
import { createPictureReader } from "#app/publishing/pictures/read-pictures.server.ts";
import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { createSecurityHeaders } from "#server/middleware/response-headers.ts";
import type { Asset } from "#server/assets/assets.ts";
import { describePublisher } from "#server/settings/publisher.ts";
import type { Monitoring } from "#server/monitoring/monitoring.ts";
import {
  comparePages,
  compareWithPublished,
  findBrokenLinks,
  listClaimPaths,
  retryIfChanged,
} from "#server/pages/compare-release.ts";
import { createPageRoutes, keepSharedRoutes } from "#server/pages/page-routes.ts";
import { createPages, type Pages, type PagesOptions } from "#server/pages/pages.ts";
import { type CapturedSite, createPublishedSite } from "#server/pages/published-site.ts";
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

// `exactOptionalPropertyTypes` rejects the generated module's type, although it is React Router's own.
const serverBuild = build as unknown as ServerBuild;
const routes = createPageRoutes(serverBuild);
const sharedBuild = keepSharedRoutes(serverBuild);

type FurtherOptions = Pick<PagesOptions, "lookups" | "observeRender" | "published">;

/**
 * The pages and files of the site with their common headers, and all of them as the archive captures them. Publishing renders these pages,
 * and staff publish on one of them, so it is completed here.
 */
export function createSite(given: SiteDependencies) {
  const publications = createTraffic();
  const captured: CaptureDeps["captured"] = { captures: [] };
  const captureRelease = (release: Release) =>
    publications.during(() => captureCandidate(release, { ...deps, site, pages, captured }));
  const deps = {
    ...given,
    publishing: { ...given.publishing, captureRelease, findClaims, renderWith },
  };
  const createPagesWith = (services: Partial<RequestServices>, more: FurtherOptions): Pages =>
    createPages({
      build: serverBuild,
      sharedBuild,
      routes,
      services: { ...deps, ...services },
      mode: deps.mode,
      ...more,
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
    createPagesWith({ publishing: { ...deps.publishing, inUse: () => release } }, { published: pages }),
  );
  const site = createPublishedSite({
    ...deps,
    build: describePublisher(deps.build, deps),
    // The recorder waits for publications as it does for requests, because a person waits for the publication.
    traffic: { isBusy: () => publications.isBusy() || deps.traffic.isBusy() },
    pages,
    createPagesWith: (services) => createPagesWith(services, { published: pages }),
    files,
    findPicture,
    createFilesOf,
    headers,
  });

  async function findClaims(release: Release, paths?: readonly string[]): Promise<ChangedClaims> {
    const searched = paths ?? listClaimPaths(pagesOf(release));
    return findChangedClaims(
      deps.db,
      await comparePages(pages, searched, (path) => renderWith(release, path)),
    );
  }

  async function renderWith(release: Release, path: string): Promise<string> {
    const page = await pagesOf(release).shared(path);
    if (page === undefined) throw new AppError("not-found", `There is no shared page at ${path}.`);
    if (page.status >= 500) throw new AppError("internal", `The page ${path} could not be rendered.`);
    return page.html;
  }

  return { publishing: deps.publishing, pages, files, findPicture, headers, site };
}

type CaptureDeps = Pick<SiteDependencies, "db" | "log"> & {
  site: CapturedSite;
  pages: Pages;
  /** The latest captures, so that the words of pages without changes are not read again. */
  captured: { captures: readonly Capture[] };
};

/** Renders and stores the site with a release that is not published yet, unless something blocks its publication. */
function captureCandidate(release: Release, deps: CaptureDeps): Promise<CapturedRelease> {
  const candidate = deps.site.withRelease(release);
  return retryIfChanged(candidate.stamp, () => captureOnce(candidate, deps));
}

async function captureOnce(candidate: PublishedSite, deps: CaptureDeps): Promise<CapturedRelease> {
  const rendered = await candidate.render();
  const links = await findBrokenLinks(rendered);
  if (links.length > 0) return { ok: false, reason: "links", links };
  const { open } = await findChangedClaims(deps.db, await compareWithPublished(deps.pages, rendered));
  if (open.length > 0) return { ok: false, reason: "claims", claims: open };
  const captures = await storeCaptures(deps.db, rendered, { known: deps.captured.captures });
  deps.captured.captures = captures;
  return {
    ok: true,
    store: (trx, approval) => storePublication(deps, trx, { captures, build: deps.site.build, approval }),
  };
}

/** Records a publication in its transaction, and reports that a clock was set back. */
async function storePublication(
  deps: { log: Log },
  trx: Parameters<typeof recordPublication>[0],
  publication: Parameters<typeof recordPublication>[1],
): Promise<void> {
  const entry = await recordPublication(trx, publication);
  if (entry.previousAt !== undefined) deps.log.error("archive.clock_set_back", entry);
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
