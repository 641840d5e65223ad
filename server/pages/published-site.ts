import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { PublishedFile, PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { Clock } from "#app/platform/clock.ts";
import { runStep } from "#app/platform/repeat.server.ts";
import type { Traffic } from "#app/platform/http/traffic.ts";
import type { Page } from "#app/pages/page.ts";
import { pages as registeredPages } from "#app/pages/registry.ts";
import type { Release, Releases } from "#app/publishing/releases/release.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { FindPicture } from "#app/publishing/pictures/read-pictures.server.ts";
import { picturesBelow } from "#content/article-format/picture-address.ts";
import { practice } from "#content/practice.ts";
import { listHeaders } from "./answer-shared.ts";
import { type Asset, assetCacheControl, pictureHeaders } from "#server/assets/assets.ts";
import type { Pages, SharedPage } from "./pages.ts";
import type { CreatedFiles } from "./site-files.ts";

type Deps = {
  pages: Pages;
  /** Creates pages that read another release. */
  createPagesWith(services: Pick<RequestServices, "publishing">): Pages;
  files: CreatedFiles;
  createFilesOf(releases: Releases): CreatedFiles;
  findAsset(path: string): Asset | undefined;
  findPicture: FindPicture;
  build: string;
  clock: Clock;
  events: Pick<RequestServices["events"], "stamp" | "knownEvents">;
  publishing: RequestServices["publishing"];
  /** Headers common to all responses. */
  headers: Readonly<Record<string, string>>;
  traffic: Pick<Traffic, "isBusy">;
};

/**
 * The print pack contains only other pages and the date of printing, so that it would be captured every day without showing anything that is
 * not in the archive.
 */
const uncapturedPaths: readonly string[] = [registeredPages.printPack.path];

/** The site as this server sends it, and as it would send it with a release that is not published yet. */
export type CapturedSite = PublishedSite & { withRelease(release: Release): PublishedSite };

export function createPublishedSite(deps: Deps): CapturedSite {
  return {
    ...createSiteOf(deps),
    withRelease(release) {
      const publishing = { ...deps.publishing, inUse: () => release };
      return createSiteOf({
        ...deps,
        publishing,
        // A person waits for the publication. Otherwise, each page would wait for that person's own request.
        traffic: { isBusy: () => false },
        pages: deps.createPagesWith({ publishing }),
        files: deps.createFilesOf(publishing),
      });
    },
  };
}

/** Renders one page after the other and yields to requests in between. */
function createSiteOf(deps: Deps): PublishedSite {
  const { pages, files, headers, clock, events, publishing, traffic } = deps;

  async function capturePages(signal?: AbortSignal): Promise<PublishedFile[]> {
    const captured: PublishedFile[] = [];
    for (const path of listPagePaths(pages, events.knownEvents())) {
      await yieldToRequests(traffic);
      signal?.throwIfAborted();
      captured.push(await runStep(() => capturePage(deps, path)));
    }
    return captured;
  }

  async function captureFile(path: string, signal?: AbortSignal): Promise<PublishedFile[]> {
    await nextTurn();
    signal?.throwIfAborted();
    const file = await files.find(path);
    if (file === undefined) return [];
    const bytes = await readBytes(file);
    return [{ path, status: file.status, headers: listHeaders(file, headers), bytes, isPage: false }];
  }

  return {
    build: deps.build,
    stamp: () => `${publishing.inUse().number} ${dayIn(practice.timeZone, clock.now())} ${events.stamp()}`,
    release: () => publishing.inUse().number,
    async render(signal) {
      const captured = await capturePages(signal);
      for (const path of files.paths) captured.push(...(await captureFile(path, signal)));
      return [...captured, ...(await captureAssets(deps, captured, signal))];
    },
  };
}

async function capturePage(
  { pages, headers }: Pick<Deps, "pages" | "headers">,
  path: string,
): Promise<PublishedFile> {
  const page = await (pages.shared(path) ?? pages.notFound());
  const status = path === registeredPages.notFound.path ? 404 : 200;
  // A page that failed to render was not published, and the caller tries again.
  if (page.status !== status) throw new Error(`The page ${path} has the status ${page.status}.`);
  return {
    path,
    status,
    headers: listHeaders(page, headers),
    bytes: Buffer.from(page.html),
    isPage: true,
  };
}

/** The paths of the pages, including those of each event, which continue to exist when it is over. */
function listPagePaths(pages: Pages, known: readonly LiveEvent[]): string[] {
  const paths = pages.sharedPaths().filter((path) => !uncapturedPaths.includes(path));
  const patterns = Object.values<Page>(registeredPages).flatMap(({ eventPattern = [] }) => eventPattern);
  const eventPaths = known.flatMap(({ id }) => patterns.map((pattern) => pattern.replace(":eventId", id)));
  return [...paths, ...eventPaths, registeredPages.notFound.path];
}

/** Returns the pictures and built files that pages use, and those that these files use in turn. */
async function captureAssets(
  { headers, ...deps }: Pick<Deps, "findAsset" | "findPicture" | "headers">,
  pages: readonly PublishedFile[],
  signal: AbortSignal | undefined,
): Promise<PublishedFile[]> {
  const captured = new Map<string, PublishedFile>();
  let unread: readonly Pick<PublishedFile, "headers" | "bytes">[] = pages;
  while (unread.length > 0) {
    const found: PublishedFile[] = [];
    const paths = new Set<string>();
    for (const file of unread) {
      signal?.throwIfAborted();
      for (const path of await runStep(() => listAssetPaths(file))) paths.add(path);
    }
    for (const path of paths) {
      const asset = captured.has(path) ? undefined : await readAsset(deps, path);
      if (asset === undefined) continue;
      const { bytes, ...own } = asset;
      const file = { path, status: 200, headers: listHeaders(own, headers), bytes, isPage: false };
      captured.set(path, file);
      found.push(file);
    }
    unread = found;
  }
  return [...captured.values()];
}

async function readAsset(
  { findAsset, findPicture }: Pick<Deps, "findAsset" | "findPicture">,
  path: string,
): Promise<{ headers: Record<string, string>; bytes: Uint8Array } | undefined> {
  if (path.startsWith(picturesBelow)) {
    const bytes = await findPicture(path);
    return bytes === undefined ? undefined : { headers: { ...pictureHeaders }, bytes };
  }
  const asset = findAsset(path);
  if (asset === undefined) return undefined;
  const { bytes } = await asset.body.for("identity");
  return { headers: { "Content-Type": asset.type, "Cache-Control": assetCacheControl }, bytes };
}

const pictureMention = /\/pictures\/[\w-]+\.webp/g;

/** A mention of a built file: its URL, or in a script its name after `./`. */
const assetMention = /(?:assets\/|\.\/)([\w-]+(?:\.[\w-]+)*\.\w+)/g;

/** Built files are searched once. Their bytes stay the same object. */
const assetPaths = new WeakMap<Uint8Array, readonly string[]>();

function listAssetPaths({ headers, bytes }: Pick<PublishedFile, "headers" | "bytes">): readonly string[] {
  if (headers["content-type"]?.startsWith("text/") !== true) return [];
  const known = assetPaths.get(bytes);
  if (known !== undefined) return known;
  const text = Buffer.from(bytes).toString("utf8");
  const found = [
    ...Array.from(text.matchAll(assetMention), ([, name]) => `/assets/${name}`),
    ...Array.from(text.matchAll(pictureMention), ([path]) => path),
  ];
  assetPaths.set(bytes, found);
  return found;
}

async function readBytes({ body }: Pick<SharedPage, "body">): Promise<Uint8Array> {
  const { bytes } = await body.for("identity");
  return bytes;
}

const yieldMs = 20;
/** Long enough for most requests. */
const maxYields = 50;

/** Lets the requests that have arrived begin, and waits while they are in flight. */
async function yieldToRequests({ isBusy }: Pick<Traffic, "isBusy">): Promise<void> {
  await nextTurn();
  for (let waits = 0; waits < maxYields && isBusy(); waits += 1) {
    await sleep(yieldMs, undefined, { ref: false });
  }
}
