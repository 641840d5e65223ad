import { Hono } from "hono";
import type { SignOnPurpose } from "#app/identity/single-sign-on/flow-cookie.server.ts";
import { signOnPurposes } from "#app/identity/single-sign-on/flow-cookie.server.ts";
import type { SingleSignOn } from "#app/identity/single-sign-on/single-sign-on.server.ts";
import { signOnCallbackPath, signOnPath } from "#app/identity/single-sign-on/sign-on-paths.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { returnPage, returnParameter, returnPath } from "#app/staff/paths/return-path.ts";
import { type SignOnNotice, noticeParameter, signInPath } from "#app/staff/paths/sign-in-path.ts";
import { startPath } from "#app/staff/paths/start-path.server.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";

type Deps = Pick<RequestServices, "db"> & { singleSignOn: SingleSignOn };

/** Begins single sign-on, and handles the response of the provider. */
export function singleSignOnEndpoints({ db, singleSignOn }: Deps) {
  return new Hono<{ Variables: { clientAddress: string } }>()
    .post(signOnPath, async (c) => {
      const request = c.req.raw;
      const intent = (await readForm(request)).get("intent");
      const purpose = signOnPurposes.find((each) => each === intent);
      if (purpose === undefined) return refuse("invalid");
      const to = readReturnPath(purpose, new URL(request.url).searchParams.get(returnParameter));
      const visitor = { request, clientAddress: c.get("clientAddress") };
      const started = await singleSignOn.start(visitor, { purpose, to });
      return started.ok
        ? showContinuePage(started.url, started.headers)
        : redirect(refusalPath(purpose, to, `sign-on-${started.reason}`), started.headers);
    })
    .get(signOnCallbackPath, async (c) => {
      const visitor = { request: c.req.raw, clientAddress: c.get("clientAddress") };
      const result = await singleSignOn.finish(visitor);
      const { purpose, to, headers } = result;
      if (!result.ok) return redirect(refusalPath(purpose, to, `sign-on-${result.reason}`), headers);
      if (purpose === "connect") return redirect(connectedPath, headers);
      if (purpose === "step-up") return redirect(to, headers);
      return redirect(
        result.needsSecondFactor ? stepUpPath(to) : await startPath(db, result.accountId, to),
        headers,
      );
    });
}

const connectedPath = `${pages.account.path}?done=sign-on-connected`;

/** The sign-in screen shows its URL to anyone, so it drops the query. */
function readReturnPath(purpose: SignOnPurpose, requested: string | null): string {
  return purpose === "sign-in" ? returnPage(requested) : returnPath(requested);
}

function refusalPath(purpose: SignOnPurpose, to: string, because: SignOnNotice): string {
  if (purpose === "sign-in") return signInPath({ because, from: to });
  const query = `${noticeParameter}=${because}`;
  return purpose === "step-up" ? `${stepUpPath(to)}&${query}` : `${pages.account.path}?${query}`;
}

function redirect(location: string, headers: Headers): Response {
  headers.set("Location", location);
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: 303, headers });
}

/**
 * Continues at the provider with a refresh, and not with a redirect. Browsers apply `form-action` to every redirect after a form, and a
 * provider can redirect to others whose addresses are not known here.
 */
function showContinuePage(url: URL, headers: Headers): Response {
  const href = url.href.replaceAll("&", "&amp;");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  headers.set("Cache-Control", "no-store");
  headers.set("X-Robots-Tag", "noindex");
  return new Response(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="0;url=${href}"><title>Single sign-on</title></head><body><main><h1>Single sign-on</h1><p><a href="${href}">Continue to the provider</a></p></main></body></html>`,
    { headers },
  );
}
