import { createHash, randomBytes } from "node:crypto";
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { provideRequest, type RequestFacts, type RequestServices } from "#app/context.server.ts";
import { type PageHandle, pageHandleOf } from "#app/pages/page-handle.ts";
import { errorTable } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";
import { encodeBody, type EncodedBody } from "./encoded-body.ts";

/** A page that is the same for everyone, as it is sent. */
export type SharedPage = {
  status: number;
  /** All headers but those that depend on the encoding. */
  headers: Record<string, string>;
  etag: string;
  html: string;
  body: EncodedBody;
};

export type Pages = {
  /** The kept page at a path, rendered if need be; undefined where pages are made for each visitor. */
  shared(path: string): Promise<SharedPage | undefined>;
  /** Renders the answer to one request. */
  respond(request: Request, facts: Omit<RequestFacts, "handle" | "nonce">): Promise<Response>;
  /** Forgets every kept page, because something that pages show has changed. */
  forget(): void;
};

export function createPages(options: {
  build: ServerBuild;
  services: RequestServices;
  mode: "production" | "development";
}): Pages {
  const { build, services } = options;
  const handler = createRequestHandler(build, options.mode);
  const routes = nestRoutes(build.routes);
  const kept = new Map<string, Promise<SharedPage>>();
  let keptOn = "";

  return { shared, respond, forget: () => kept.clear() };

  async function shared(path: string): Promise<SharedPage | undefined> {
    forgetYesterday();
    const known = kept.get(path);
    if (known !== undefined) return known;
    const { handle, isKnown } = deliveryOf(path);
    if (!handle.shared) return undefined;
    // All unknown addresses answer with one page: they must not fill the memory.
    const key = isKnown ? path : unknownPath;
    const rendering = kept.get(key) ?? renderShared(key, handle);
    if (options.mode === "production") kept.set(key, rendering);
    try {
      const page = await rendering;
      // A page that failed to render is not kept: the next request tries again.
      if (page.status >= 500) kept.delete(key);
      return page;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  }

  async function renderShared(path: string, handle: PageHandle): Promise<SharedPage> {
    // A request of our own making: nothing of the visitor who happens to be first can get into the kept bytes.
    const request = new Request(services.siteUrl + path);
    const facts = { requestId: `shared page ${path}`, clientAddress: "" };
    const response = await render(request, facts, handle);
    const html = await response.text();
    const type = response.headers.get("content-type") ?? "text/html; charset=utf-8";
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
      html,
      body: encodeBody(new TextEncoder().encode(html), type),
    };
  }

  async function respond(
    request: Request,
    facts: Omit<RequestFacts, "handle" | "nonce">,
  ): Promise<Response> {
    const path = new URL(request.url).pathname;
    const { handle } = deliveryOf(pagePathOf(path));
    return render(request, facts, handle);
  }

  async function render(
    request: Request,
    given: Omit<RequestFacts, "handle" | "nonce">,
    handle: PageHandle,
  ): Promise<Response> {
    const facts: RequestFacts = {
      ...given,
      handle,
      nonce: handle.scripts === "router" ? randomBytes(16).toString("base64") : "",
    };
    const context = new RouterContextProvider();
    provideRequest(context, services, facts);
    const response = await handler(request, context);
    if (facts.fault === undefined || response.status < 500) return response;
    // Answers to the router's own data requests do not pass through the document renderer.
    return new Response(response.body, {
      status: errorTable[facts.fault.kind].status,
      headers: response.headers,
    });
  }

  function deliveryOf(path: string): { handle: PageHandle; isKnown: boolean } {
    const matches = matchRoutes(routes, path) ?? [];
    return {
      handle: pageHandleOf(matches.map((match) => match.route.handle)),
      isKnown: matches.length > 0 && matches.at(-1)?.route.path !== "*",
    };
  }

  /** Pages count years and dates by the practice's calendar, so they are made anew each day. */
  function forgetYesterday(): void {
    const today = dayFormat.format(services.clock.now());
    if (today === keptOn) return;
    kept.clear();
    keptOn = today;
  }
}

const unknownPath = "/404";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: practice.timeZone });

/** The page behind an address of the router's data door: `/admin.data` belongs to `/admin`. */
export function pagePathOf(path: string): string {
  if (path === "/_root.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}

function nestRoutes(manifest: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(manifest)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const shared = { id: route.id, handle: route.module.handle };
      if (route.index === true) return { ...shared, index: true };
      return {
        ...shared,
        ...(route.path === undefined ? {} : { path: route.path }),
        children: nestRoutes(manifest, route.id),
      };
    });
}
