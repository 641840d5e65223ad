import { createHash } from "node:crypto";
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
import { contentSecurityPolicy } from "#app/pages/content-security-policy.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { FaultContext } from "#app/pages/fault-context.ts";
import { speculationRulesPath } from "#app/pages/speculation-rules-path.ts";
import { type ErrorKind, errorTable, kindOf, kindOfStatus } from "#app/platform/errors.ts";
import type { PageAssets } from "#app/pages/page-assets.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";

/**
 * Renders one document, whole: our pages are small, and a page that is complete before its first byte leaves can be
 * hashed, compressed and kept.
 */
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
  const rendered = await new Response(prelude).text();

  const { whole, pixelOrigin } = addPixel(rendered, facts, services);
  const { html, ...hashes } = inlineAssets(whole, facts.handle.scripts, services.assets);

  headers.set("Content-Type", "text/html; charset=utf-8");
  // Said twice on purpose: an archive or a proxy may keep the headers and not read the page, or the other way round.
  if (html.includes('<meta name="robots" content="noindex"')) headers.set("X-Robots-Tag", "noindex");
  // In development Vite brings styles and scripts of its own.
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

/** What an outside service needs on a page, where one is set: into the finished document, so that no other carries it. */
function addPixel(rendered: string, { handle, fault }: RequestFacts, services: PageServices) {
  const pixel = findPagePixel(handle, {
    url: fault === undefined ? services.identityPixelUrl : undefined,
    script: services.assets.island("identityPixel").island,
  });
  if (pixel === undefined) return { whole: rendered, pixelOrigin: undefined };
  return { whole: withIdentityPixel(rendered, pixel), pixelOrigin: pixel.origin };
}

/** Styles and the island's loader stand in the page; where the router hydrates it, it must find its own links again. */
function inlineAssets(rendered: string, scripts: PageHandle["scripts"], assets: PageAssets) {
  if (scripts === "router") return { html: rendered, styleHashes: [], scriptHashes: [] };
  const styled = assets.inlineStyles(rendered);
  const { html, scriptHashes } = assets.inlineLoader(styled.html);
  return { ...styled, html, scriptHashes: [...scriptHashes, ...visitLoaderHash(html, assets)] };
}

/** The digest of what brings the visit script, where a page has it. Whatever else stands in a script of the page stays forbidden. */
function visitLoaderHash(html: string, { visitScript }: PageAssets): string[] {
  const loader = visitLoader(visitScript, practice.schedulingUrl);
  if (!html.includes(`<script type="module">${loader}</script>`)) return [];
  return [createHash("sha256").update(loader).digest("base64")];
}

/** Called for everything thrown by loaders, actions and components, before the error screen is rendered. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who leaves in the middle of an answer is not a fault.
  if (request.signal.aborted) return;
  const facts = factsOf(context);
  const kind = faultKind(error);
  facts.fault = { kind, requestId: facts.requestId };
  const isFailure = errorTable[kind].status >= 500;
  servicesOf(context).log[isFailure ? "error" : "info"](isFailure ? "request.failed" : "request.refused", {
    requestId: facts.requestId,
    kind,
    // The router's own refusals quote the whole address, which can be a secret.
    ...(isRouteErrorResponse(error) ? { status: error.status } : { error }),
  });
};

function faultKind(error: unknown): ErrorKind {
  if (isRouteErrorResponse(error)) {
    return kindOfStatus(error.status) ?? (error.status < 500 ? "invalid" : "internal");
  }
  return isUnavailable(error) ? "unavailable" : kindOf(error);
}
