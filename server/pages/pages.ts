import { createHash, randomBytes } from "node:crypto";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  type PageServices,
  provideRequest,
  type RequestFacts,
  type RequestServices,
} from "#app/request-context/request-context.server.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import { formTokenPlaceholder } from "#app/pages/delivery/form-token-placeholder.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import type { PageVariant } from "#app/pages/delivery/page-variant.ts";
import { isUnknownArticle, listArticlePaths } from "#app/pages/articles.ts";
import { pages } from "#app/pages/registry.ts";
import { noteAllDocuments, withDocuments } from "#app/publishing/releases/documents-in-use.server.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import { errorTable } from "#app/platform/errors.ts";
import { type RenderLane, renderLimits } from "#app/platform/limits.ts";
import { inSpan } from "#app/platform/tracing.server.ts";
import { createWorkQueue } from "#app/platform/work-queue.server.ts";
import { toPagePath } from "#server/responses/page-path.ts";
import { createPageCache, type PageLookups } from "./page-cache.ts";
import { type Delivery, type PageRoutes, unknownDelivery, unknownPageHandle } from "./page-routes.ts";
import { encodeBody, type Encoded, type EncodedBody } from "#server/assets/encoded-body.ts";
import { encodeTemplate } from "./encoded-template.ts";

/** A rendered page that is identical for all visitors. */
export type SharedPage = {
  status: number;
  html: string;
  /** All headers except those that depend on the encoding. */
  headers: Record<string, string>;
  etag: string;
  body: EncodedBody;
  /** Undefined if the page has no form. */
  formToken?: FormTokenInsertion | undefined;
};

/** Each call issues a new form token for one visitor. */
type FormTokenInsertion = {
  /** Inserts a token into another rendering of the page. */
  fillIn(html: string): string;
  /** Returns the page with a token, in the best encoding that an Accept-Encoding header allows. */
  encodePage(acceptEncoding: string | undefined): Promise<Encoded>;
};

export type Pages = {
  /** @param path the path as received, still encoded, because each page has exactly one spelling */
  getDelivery(path: string): Delivery;
  /** The paths of all pages that are identical for all visitors. */
  sharedPaths(): readonly string[];
  /** The page at a path if it is identical for all visitors, rendered if necessary; otherwise undefined. */
  shared(path: string): Promise<SharedPage> | undefined;
  /** The page at a path if it is identical for all visitors and has been rendered. */
  fromMemory(path: string): SharedPage | undefined;
  /** The page at a path if it was rendered, is identical for all visitors and would be the same in another release; otherwise undefined. */
  findFor(path: string, release: Release): Promise<SharedPage> | undefined;
  /** The one not-found page of all unknown paths, because one for each path would fill the memory. */
  notFound(): Promise<SharedPage>;
  /** An uncached page in a state that is identical for all visitors. */
  variant(path: string, variant: PageVariant): Promise<SharedPage>;
  /**
   * Renders the response to one request.
   * @throws QueueIsFull when the lane of the render queue is full
   */
  respond(request: Request, facts: ClientFacts, lane: RenderLane): Promise<Response>;
  /** Whether a request would have to wait for its render now. */
  isBusy(): boolean;
};

export type PagesOptions = {
  build: ServerBuild;
  /** With only the routes of shared pages. */
  sharedBuild: ServerBuild;
  routes: PageRoutes;
  services: RequestServices;
  /** In development, pages are not cached, so that changes appear immediately. */
  mode: "production" | "development";
  /** The pages of the published release. Those that `services.publishing` would not change are not rendered again. */
  published?: Pick<Pages, "findFor"> | undefined;
  /** Counts the lookups in the cache. */
  lookups?: PageLookups | undefined;
  observeRender?: ((kind: "shared" | "request", seconds: number) => void) | undefined;
};

type ClientFacts = Omit<RequestFacts, "handle" | "nonce">;

/** Renders pages with React Router and caches those that are identical for all visitors. */
export function createPages(options: PagesOptions): Pages {
  const { build, sharedBuild, routes, services: given, mode, lookups, published } = options;
  const services: PageServices = { ...given, renderPage };
  const handler = createRequestHandler(build, mode);
  const sharedHandler = createRequestHandler(sharedBuild, mode);
  const timed = timeRenders(options.observeRender);
  const cache = createPageCache<SharedPage>({ ...services, lookups, published });
  const { getDelivery, sharedPaths } = createDeliveries(routes, services);
  const queue = createWorkQueue(renderLimits);

  const fillCache = (path: string, handle: PageHandle, variant?: PageVariant): Promise<SharedPage> => {
    const renderForAll = (documents?: Set<string>) =>
      timed("shared", () =>
        renderShared(handle.shared ? sharedHandler : handler, services, { path, handle, variant, documents }),
      );
    return mode === "development" ? renderForAll() : cache.fill(cacheKey(path, variant), renderForAll);
  };

  function shared(path: string): Promise<SharedPage> | undefined {
    const page = cache.find(path);
    if (page !== undefined) return page;
    const delivery = getDelivery(path);
    return delivery.isKnown && delivery.shared ? fillCache(path, delivery) : undefined;
  }

  async function notFound(): Promise<SharedPage> {
    return cache.find(unknownPath) ?? fillCache(unknownPath, unknownPageHandle);
  }

  async function renderPage(path: string): Promise<string> {
    noteAllDocuments();
    return (await (shared(path) ?? notFound())).html;
  }

  return {
    getDelivery,
    sharedPaths,
    shared,
    fromMemory: cache.findRendered,
    findFor: cache.findFor,
    notFound,
    async variant(path, variant) {
      return cache.find(cacheKey(path, variant)) ?? fillCache(path, getDelivery(path), variant);
    },
    isBusy: () => queue.isBusy(),
    async respond(request, facts, lane) {
      const path = toPagePath(new URL(request.url).pathname);
      const delivery = getDelivery(path);
      const own = withTrustedOrigin(request);
      const response = await inSpan({ name: "render" }, () =>
        queue.run(lane, () =>
          timed("request", () => render(handler, services, own, { ...facts, handle: delivery })),
        ),
      );
      return delivery.form === undefined ? response : withFormToken(response, await shared(path));
    },
  };
}

/** Which pages exist depends on the routes, the events and the articles of the release in use. */
function createDeliveries(
  { paths, findDelivery }: PageRoutes,
  { events, publishing }: Pick<PageServices, "events" | "publishing">,
): Pick<Pages, "getDelivery" | "sharedPaths"> {
  const inRelease = <Result>(read: () => Result): Result => withDocuments(publishing.inUse(), read);

  function getDelivery(path: string): Delivery {
    if (inRelease(() => isUnknownArticle(path))) return unknownDelivery;
    const delivery = findDelivery(path);
    const { eventId } = delivery;
    return eventId === undefined || events.findEvent(eventId) !== undefined ? delivery : unknownDelivery;
  }

  return {
    getDelivery,
    sharedPaths: () => [...paths.filter((path) => getDelivery(path).shared), ...inRelease(listArticlePaths)],
  };
}

/** @returns a function that renders and observes the duration, including that of failed renders */
function timeRenders(observe: PagesOptions["observeRender"]) {
  return async <Result>(kind: "shared" | "request", renderNow: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    try {
      return await renderNow();
    } finally {
      observe?.(kind, (performance.now() - start) / 1_000);
    }
  };
}

/** A request's path never contains a space, so it is a safe separator. */
function cacheKey(path: string, variant: PageVariant | undefined): string {
  return variant === undefined ? path : `${path} ${variant.name}`;
}

const unknownPath = pages.notFound.path;

/**
 * React Router compares a form's Origin header with the request URL, which differs behind a proxy in host or scheme. `checkOrigin` has
 * already compared it with the trusted origins, so the request URL gets the origin of the header.
 */
function withTrustedOrigin(request: Request): Request {
  // `checkOrigin` does not check reads, so their Origin header can be anything.
  const origin = isRead(request) ? null : URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return request;
  const { pathname, search } = new URL(request.url);
  return new Request(origin.origin + pathname + search, request);
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Inserts a form token into a form that is displayed again with errors. */
async function withFormToken(response: Response, page: SharedPage | undefined): Promise<Response> {
  if (page?.formToken === undefined || response.body === null) return response;
  return new Response(page.formToken.fillIn(await response.text()), {
    status: response.status,
    headers: response.headers,
  });
}

/** What the rendering of a page for all visitors adds to that for a request. */
type SharedRendering = {
  variant: PageVariant | undefined;
  /** Receives the names of the documents that the page contains. */
  documents: Set<string> | undefined;
};

async function renderShared(
  handler: RequestHandler,
  services: PageServices,
  { path, handle, ...shared }: { path: string; handle: PageHandle } & SharedRendering,
): Promise<SharedPage> {
  const { variant } = shared;
  // The request is synthetic, so that no visitor's data can get into the cached page.
  const headers = variant?.cookie === undefined ? {} : { cookie: variant.cookie };
  const request = new Request(services.siteUrl + path, { headers });
  const facts = { requestId: `shared page ${path}`, clientAddress: "" };
  const response = await render(handler, services, request, { ...facts, handle }, shared);
  const rendered = await response.text();
  const html = variant?.fill?.(rendered) ?? rendered;
  const type = response.headers.get("content-type") ?? "text/html; charset=utf-8";
  const version = createHash("sha256").update(html).digest("base64url").slice(0, 22);
  const { form } = handle;
  return {
    status: response.status,
    html,
    headers: Object.fromEntries(response.headers),
    etag: `"${version}"`,
    body: encodeBody(new TextEncoder().encode(html), type),
    formToken: form === undefined ? undefined : createFormTokenInsertion(services, { html, form, version }),
  };
}

function createFormTokenInsertion(
  { spamCheckKeys, clock }: PageServices,
  { html, form, version }: { html: string; form: LeadForm; version: string },
): FormTokenInsertion {
  const issueToken = (): string => spamCheckKeys.issueFormToken(form, version, clock.now());
  const template = encodeTemplate(html, formTokenPlaceholder, issueToken().length);
  return {
    fillIn: (document) => document.replaceAll(formTokenPlaceholder, issueToken()),
    encodePage: (acceptEncoding) => template.fill(issueToken(), acceptEncoding),
  };
}

async function render(
  handler: RequestHandler,
  services: PageServices,
  request: Request,
  given: ClientFacts & { handle: PageHandle },
  shared?: SharedRendering,
): Promise<Response> {
  const facts: RequestFacts = {
    ...given,
    nonce: given.handle.scripts === "router" ? randomBytes(16).toString("base64") : "",
  };
  const context = new RouterContextProvider();
  provideRequest(context, services, facts);
  shared?.variant?.prepare(context);
  const read = () => handler(request, context);
  const response = await withDocuments(services.publishing.inUse(), read, shared?.documents);
  if (facts.fault === undefined || response.status < 500) return response;
  // Responses to React Router's data requests do not pass through the document renderer.
  return new Response(response.body, {
    status: errorTable[facts.fault.kind].status,
    headers: response.headers,
  });
}
