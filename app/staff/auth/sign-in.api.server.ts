import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { PageVariant, RenderVariant } from "#app/pages/delivery/page-variant.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { startPath } from "#app/staff/paths/start-path.server.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { returnPage, returnParameter } from "#app/staff/paths/return-path.ts";
import { createSchemeCookie, readScheme } from "#app/staff/shell/color-scheme.ts";
import { handleSignIn } from "./handle-sign-in.server.ts";
import type { SignInState } from "./sign-in-card.tsx";
import { readTab } from "#app/staff/paths/sign-in-tabs.ts";
import { noticeMessages } from "./sign-in.messages.ts";
import { noticeParameter } from "#app/staff/paths/sign-in-path.ts";
import { fillScreen, signInScreenContext } from "./sign-in-screen.ts";

type Deps = Parameters<typeof handleSignIn>[0] &
  Pick<RequestServices, "identity"> & { renderVariant: RenderVariant };

/**
 * `GET /auth` and `POST /auth`. Both serve the cached screen. Unauthenticated clients control the request rate, and rendering a page for
 * each password attempt would starve other visitors.
 */
export function signInEndpoint(deps: Deps): Hono<{ Variables: { clientAddress: string } }> {
  return new Hono<{ Variables: { clientAddress: string } }>()
    .get(pages.auth.path, (c) => showScreen(deps, c.req.raw, 200, readState(c.req.raw)))
    .post(pages.auth.path, async (c) => {
      const request = c.req.raw;
      const visitor = { request, clientAddress: c.get("clientAddress") };
      const result = await handleSignIn(deps, visitor, await readForm(request));
      if (result.ok) return redirectSignedIn(deps, request, result);
      return showScreen(deps, request, result.status, result.state);
    });
}

/**
 * The sign-in screen without a session cookie, an email or a page to return to, which is the same for all such visitors.
 * @returns undefined if the response to this request depends on more than the state of the screen
 */
export function findAnonymousScreen(
  { identity }: Pick<Deps, "identity">,
  request: Request,
): PageVariant | undefined {
  const hasSessionCookie = [...identity.forgetSession(request.headers)].length > 0;
  if (hasSessionCookie || readReturnPage(request) !== pages.admin.path) return undefined;
  const variant = describeVariant(request, readState(request));
  return {
    ...variant,
    name: `${variant.name} filled`,
    fill: (html) => fillScreen(html, { email: "", to: pages.admin.path }),
  };
}

/** Reads the state of the screen from the URL. */
function readState({ url }: Request): SignInState {
  const alert = noticeMessages.get(new URL(url).searchParams.get(noticeParameter) ?? "");
  return { tab: readTab(url), ...(alert && { alert }) };
}

/** Redirects a visitor with a session to the dashboard or to the requested page (specification section 4). */
async function showScreen(
  deps: Deps,
  request: Request,
  status: number,
  state: SignInState,
): Promise<Response> {
  const session = await deps.identity.currentSession(request.headers);
  if (session !== null) {
    const { needsSecondFactor, staff } = session;
    return redirectSignedIn(deps, request, { needsSecondFactor, accountId: staff.id });
  }
  const { html, headers: cachedHeaders } = await deps.renderVariant(
    pages.auth.path,
    describeVariant(request, state),
  );
  const headers = new Headers(cachedHeaders);
  // Removes the cookie of an ended session. Every visitor without a session is redirected here.
  for (const [name, value] of deps.identity.forgetSession(request.headers)) headers.append(name, value);
  const filled = fillScreen(html, { email: state.values?.email ?? "", to: readReturnPage(request) });
  return new Response(filled, { status, headers });
}

function describeVariant(request: Request, { tab, alert, errors, unconfirmed }: SignInState): PageVariant {
  const offersLinkAgain = unconfirmed !== undefined;
  const screen = { tab, ...(alert && { alert }), ...(errors && { errors }), offersLinkAgain };
  const scheme = readScheme(request.headers.get("cookie"));
  return {
    name: JSON.stringify([scheme, screen]),
    cookie: createSchemeCookie(scheme, false),
    prepare: (context) => context.set(signInScreenContext, screen),
  };
}

async function redirectSignedIn(
  { db }: Deps,
  request: Request,
  signedIn: { needsSecondFactor: boolean; accountId: string; headers?: Headers },
): Promise<Response> {
  const { needsSecondFactor, accountId, headers = new Headers() } = signedIn;
  const to = readReturnPage(request);
  headers.set("Location", needsSecondFactor ? stepUpPath(to) : await startPath(db, accountId, to));
  return new Response(null, { status: 303, headers });
}

function readReturnPage(request: Request): string {
  return returnPage(new URL(request.url).searchParams.get(returnParameter));
}
