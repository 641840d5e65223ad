import { createHash, randomBytes } from "node:crypto";
import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  type PageServices,
  provideRequest,
  type RequestFacts,
  type RequestServices,
} from "#app/request-context/request-context.server.ts";
import { formTokenPlaceholder } from "#app/pages/form-token-placeholder.ts";
import { type PageHandle, pageHandleOf } from "#app/pages/page-handle.ts";
import type { PageVariant } from "#app/pages/page-variant.ts";
import { pages } from "#app/pages/registry.ts";
import type { Clock } from "#app/platform/clock.ts";
import { errorTable } from "#app/platform/errors.ts";
import { type RenderLane, renderLimits } from "#app/platform/limits.ts";
import { createWorkQueue } from "#app/platform/work-queue.server.ts";
import { practice } from "#content/practice.ts";
import { pagePathOf } from "#server/responses/page-path.ts";
import { createPageLookup } from "./page-lookup.ts";
import { encodeBody, type EncodedBody } from "./encoded-body.ts";

/** A page that is the same for everyone, as it is sent. */
export type SharedPage = {
  status: number;
  html: string;
  /** All headers but those that depend on the encoding. */
  headers: Record<string, string>;
  etag: string;
  body: EncodedBody;
  /** Puts a visitor's own form token into the page, or into another rendering of it; undefined where it has no form. */
  fill?: ((html?: string) => string) | undefined;
};

/** What is known of an address before anything is rendered. */
export type Delivery = PageHandle & {
  /** False for every address without a page of its own: they all have the page that says so. */
  isKnown: boolean;
  /** Whether a form may be posted there. */
  takesForms: boolean;
};

export type Pages = {
  /** @param path as it was sent, still encoded: an address has exactly one spelling */
  deliveryOf(path: string): Delivery;
  /** The page at an address where it is the same for everyone, rendered if need be; else undefined. */
  shared(path: string): Promise<SharedPage> | undefined;
  /** The page that all unknown addresses answer with: one, or they would fill the memory. */
  notFound(): Promise<SharedPage>;
  /** An uncached page in a state that is identical for all visitors. */
  variant(path: string, variant: PageVariant): Promise<SharedPage>;
  /**
   * Renders the response to one request.
   * @throws QueueIsFull when the lane of the render queue is full
   */
  respond(request: Request, facts: GivenFacts, lane: RenderLane): Promise<Response>;
  /** Whether a request would have to wait for its render now. */
  isBusy(): boolean;
};

export type PagesOptions = {
  build: ServerBuild;
  services: RequestServices;
  /** In development, pages are not cached, so that changes appear immediately. */
  mode: "production" | "development";
};

type KeptPage = {
  rendering: Promise<SharedPage>;
  /** How things stood with what the page follows; undefined where it follows nothing. */
  stamp: string | undefined;
};

type GivenFacts = Omit<RequestFacts, "handle" | "nonce">;

/** Renders pages through React Router, and keeps those that are the same for everyone. */
export function createPages({ build, services: given, mode }: PagesOptions): Pages {
  const services: PageServices = { ...given, renderPage };
  const handler = createRequestHandler(build, mode);
  const routes = nestRoutes(build.routes);
  const kept = new Map<string, KeptPage>();
  const deliveryOf = createPageLookup(routes, (path) => readDelivery(routes, path), unknownDelivery);
  const queue = createWorkQueue(renderLimits);
  const forgetYesterday = eachDay(services.clock, () => kept.clear());

  const keep = async (path: string, handle: PageHandle, variant?: PageVariant): Promise<SharedPage> => {
    const key = keyOf(path, variant);
    // Taken before it is rendered: what changes meanwhile makes it anew.
    const stamp = stampOf(handle, services);
    const rendering = renderShared(handler, services, { path, handle, variant });
    if (mode === "development") return rendering;
    kept.set(key, { rendering, stamp });
    // A page that failed is not kept: the next request tries again.
    const page = await rendering.catch((error: unknown) => {
      kept.delete(key);
      throw error;
    });
    if (page.status >= 500) kept.delete(key);
    return page;
  };

  function shared(path: string): Promise<SharedPage> | undefined {
    forgetYesterday();
    const page = kept.get(path);
    if (page !== undefined && isStillTrue(page, services)) return page.rendering;
    const delivery = deliveryOf(path);
    return delivery.isKnown && delivery.shared ? keep(path, delivery) : undefined;
  }

  async function notFound(): Promise<SharedPage> {
    forgetYesterday();
    return kept.get(unknownPath)?.rendering ?? keep(unknownPath, unknownPageHandle);
  }

  async function renderPage(path: string): Promise<string> {
    return (await (shared(path) ?? notFound())).html;
  }

  return {
    deliveryOf,
    shared,
    notFound,
    async variant(path, variant) {
      forgetYesterday();
      return kept.get(keyOf(path, variant))?.rendering ?? keep(path, deliveryOf(path), variant);
    },
    isBusy: () => queue.isBusy(),
    async respond(request, facts, lane) {
      const path = pagePathOf(new URL(request.url).pathname);
      const delivery = deliveryOf(path);
      const own = asFromOwnOrigin(request);
      const response = await queue.run(lane, () => render(handler, services, own, facts, delivery));
      return delivery.form === undefined ? response : withFormToken(response, await shared(path));
    },
  };
}

/** A path never contains `#`, so it is a safe separator. */
function keyOf(path: string, variant: PageVariant | undefined): string {
  return variant === undefined ? path : `${path}#${variant.name}`;
}

/** Pages count years and dates by the practice's calendar, so they are made anew each day. @returns to be called often */
function eachDay(clock: Clock, begin: () => void): () => void {
  let day = "";
  let lookedAt = 0;
  return () => {
    const now = clock.now();
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute === lookedAt) return;
    lookedAt = minute;
    if (dayFormat.format(now) !== day) begin();
    day = dayFormat.format(now);
  };
}

/** How things stand with what a page follows, or undefined where it follows nothing. */
function stampOf({ follows }: PageHandle, { events }: RequestServices): string | undefined {
  return follows === "live-event" ? events.stamp() : undefined;
}

function isStillTrue({ stamp }: KeptPage, { events }: RequestServices): boolean {
  return stamp === undefined || stamp === events.stamp();
}

const unknownPath = pages.notFound.path;

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: practice.timeZone });

/**
 * React Router compares a form's Origin with the address it came to, and behind a proxy that is another name, or http instead of
 * https. The origin was checked at our door against the origins that we trust, which is the stronger question; so its answer
 * stands.
 */
function asFromOwnOrigin(request: Request): Request {
  // What only reads has passed no check: its Origin can be anything.
  const origin = isRead(request) ? null : URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return request;
  const { pathname, search } = new URL(request.url);
  return new Request(origin.origin + pathname + search, request);
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** A form that came back: it gets another token, of the page on which it stood at first. */
async function withFormToken(response: Response, page: SharedPage | undefined): Promise<Response> {
  if (page?.fill === undefined || response.body === null) return response;
  return new Response(page.fill(await response.text()), {
    status: response.status,
    headers: response.headers,
  });
}

async function renderShared(
  handler: RequestHandler,
  services: PageServices,
  { path, handle, variant }: { path: string; handle: PageHandle; variant: PageVariant | undefined },
): Promise<SharedPage> {
  // A request of our own making: nothing of the visitor who happens to be first can get into the kept bytes.
  const headers = variant?.cookie === undefined ? {} : { cookie: variant.cookie };
  const request = new Request(services.siteUrl + path, { headers });
  const facts = { requestId: `shared page ${path}`, clientAddress: "" };
  const response = await render(handler, services, request, facts, handle, variant);
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
    fill:
      form === undefined
        ? undefined
        : (document = html) =>
            document.replaceAll(
              formTokenPlaceholder,
              services.abuse.issueFormToken(form, version, services.clock.now()),
            ),
  };
}

async function render(
  handler: RequestHandler,
  services: PageServices,
  request: Request,
  given: GivenFacts,
  handle: PageHandle,
  variant?: PageVariant,
): Promise<Response> {
  const facts: RequestFacts = {
    ...given,
    handle,
    nonce: handle.scripts === "router" ? randomBytes(16).toString("base64") : "",
  };
  const context = new RouterContextProvider();
  provideRequest(context, services, facts);
  variant?.prepare(context);
  const response = await handler(request, context);
  if (facts.fault === undefined || response.status < 500) return response;
  // Answers to the router's own data requests do not pass through the document renderer.
  return new Response(response.body, {
    status: errorTable[facts.fault.kind].status,
    headers: response.headers,
  });
}

function readDelivery(routes: RouteObject[], path: string): Delivery {
  // What cannot be decoded has no page, and the router would write the whole of it to the terminal.
  const matches = isDecodable(path) ? (matchRoutes(routes, path) ?? []) : [];
  const leaf = matches.at(-1);
  const isKnown = leaf !== undefined && leaf.route.path !== "*" && isPlainSpelling(leaf.params, path);
  const handle = isKnown
    ? pageHandleOf(matches.map((match): unknown => match.route.handle))
    : unknownPageHandle;
  return { ...handle, isKnown, takesForms: isKnown && leaf.route.action !== undefined };
}

const unknownPageHandle: PageHandle = { scripts: "none", shared: true, pixel: false };
const unknownDelivery: Delivery = { ...unknownPageHandle, isKnown: false, takesForms: false };

/** The router decodes addresses and overlooks a slash at the end; two spellings of one address would be kept as two. */
function isPlainSpelling(params: Readonly<Record<string, string | undefined>>, path: string): boolean {
  if (path.length > 1 && path.endsWith("/")) return false;
  return Object.keys(params).length > 0 || !path.includes("%");
}

function isDecodable(path: string): boolean {
  try {
    // Compared with something, or the bundler drops the call as one without effect.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

function nestRoutes(manifest: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(manifest)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const shared = {
        id: route.id,
        handle: route.module.handle,
        // Only whether there is one matters here.
        ...(route.module.action === undefined ? {} : { action: true }),
      };
      if (route.index === true) return { ...shared, index: true };
      return {
        ...shared,
        caseSensitive: true,
        ...(route.path === undefined ? {} : { path: route.path }),
        children: nestRoutes(manifest, route.id),
      };
    });
}
