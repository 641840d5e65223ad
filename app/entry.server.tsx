import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { prerender } from "react-dom/static";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { practice } from "#content/practice.ts";
import {
  factsOf,
  type PageServices,
  type RequestFacts,
  servicesOf,
} from "#app/request-context/request-context.server.ts";
import {
  findPagePixel,
  withIdentityPixel,
} from "#app/tracking/identity-pixel/with-identity-pixel.server.tsx";
import { visitLoader } from "#app/tracking/browser/visit-loader.ts";
import { contentSecurityPolicy } from "#app/pages/delivery/content-security-policy.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { keepTogether } from "#app/pages/delivery/keep-together.ts";
import { FaultContext } from "#app/pages/delivery/fault-context.ts";
import { speculationRulesPath } from "#app/pages/site-files/site-files.ts";
import { type ErrorKind, errorTable, findErrorKind, getErrorKind } from "#app/platform/errors.ts";
import { logRefusal } from "#app/platform/http/log-refusal.server.ts";
import type { PageAssets } from "#app/pages/delivery/page-assets.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";

/** Renders a complete document. Pages are small, and only a complete page can be hashed, compressed and cached. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const facts = factsOf(context);
  const services = servicesOf(context);
  const { prelude } = await prerender(
    <FaultContext value={facts.fault ?? null}>
      <ServerRouter context={entry} url={request.url} nonce={facts.nonce} />
    </FaultContext>,
    {
      onError: (error) => services.log.error("page.render_failed", { requestId: facts.requestId, error }),
    },
  );
  // Other requests are answered between the parts of the work on a page.
  await nextTurn();
  const text = await new Response(prelude).text();
  await nextTurn();
  // Other responses contain what people typed, which stays as it is, or are compared by the router when it hydrates them.
  const rendered = facts.handle.shared && request.method === "GET" ? keepTogether(text) : text;

  await nextTurn();
  const { whole, pixelOrigin } = addPixel(rendered, facts, services);
  const { html, ...hashes } = inlineAssets(whole, facts.handle, services.assets);

  headers.set("Content-Type", "text/html; charset=utf-8");
  // In the header as well as in the page, because archives and proxies may keep only one of them.
  if (html.includes('<meta name="robots" content="noindex"')) headers.set("X-Robots-Tag", "noindex");
  // In development, Vite adds inline styles and scripts.
  if (!import.meta.env.DEV) {
    headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy({ ...facts.handle, nonce: facts.nonce, pixelOrigin, ...hashes }),
    );
  }
  if (facts.handle.shared) headers.set("Speculation-Rules", `"${speculationRulesPath}"`);
  if (!headers.has("Cache-Control")) {
    headers.set("Cache-Control", facts.handle.shared ? "no-cache" : "no-store");
  }
  return new Response(html, {
    status: facts.fault === undefined ? status : errorTable[facts.fault.kind].status,
    headers,
  });
}

/** Adds the external identity service to the rendered page if it is configured, so that other pages contain nothing of it. */
function addPixel(rendered: string, { handle, fault }: RequestFacts, services: PageServices) {
  const pixel = findPagePixel(handle, {
    url: fault === undefined ? services.identityPixelUrl : undefined,
    script: services.assets.island("identityPixel").island,
  });
  if (pixel === undefined) return { whole: rendered, pixelOrigin: undefined };
  return { whole: withIdentityPixel(rendered, pixel), pixelOrigin: pixel.origin };
}

/** Inlines styles and the island's loader. Pages that the router hydrates keep their links, which hydration compares. */
function inlineAssets(rendered: string, handle: PageHandle, assets: PageAssets) {
  if (handle.scripts === "router") return { html: rendered, styleHashes: [], scriptHashes: [] };
  const styled = assets.inlineStyles(rendered, { onlyUsed: hasFixedElements(handle) });
  const { html, scriptHashes } = assets.inlineLoader(styled.html);
  return { ...styled, html, scriptHashes: [...scriptHashes, ...visitLoaderHash(html, assets)] };
}

/** Whether scripts add no elements, so that the rendered page contains all classes. Only shared pages are worth the work per rendering. */
function hasFixedElements({ scripts, shared, fixedElements }: PageHandle): boolean {
  return shared && (scripts === "none" || fixedElements === true);
}

/** The digest of the visit script's loader, if the page contains it. The policy forbids every other inline script. */
function visitLoaderHash(html: string, { visitScript }: PageAssets): string[] {
  const loader = visitLoader(visitScript, practice.schedulingUrl);
  if (!html.includes(`<script type="module">${loader}</script>`)) return [];
  return [createHash("sha256").update(loader).digest("base64")];
}

/** Called for everything thrown by loaders, actions and components, before the error screen is rendered. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who disconnects during a response is not a fault.
  if (request.signal.aborted) return;
  const facts = factsOf(context);
  const kind = faultKind(error);
  facts.fault = { kind, requestId: facts.requestId };
  const isFailure = errorTable[kind].status >= 500;
  const { log } = servicesOf(context);
  // Messages of the router's own errors contain the URL, which can be secret.
  const cause = isRouteErrorResponse(error) ? { status: error.status } : { error };
  const fields = { requestId: facts.requestId, kind, ...cause };
  if (isFailure) log.error("request.failed", fields);
  else logRefusal(log, fields);
};

function faultKind(error: unknown): ErrorKind {
  if (isRouteErrorResponse(error)) {
    return findErrorKind(error.status) ?? (error.status < 500 ? "invalid" : "internal");
  }
  return isUnavailable(error) ? "unavailable" : getErrorKind(error);
}
