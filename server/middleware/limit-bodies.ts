import type { Context, MiddlewareHandler } from "hono";
import { canDecideClaims, canEditContent } from "#app/identity/accounts/permissions.ts";
import type { Identity, StaffSession } from "#app/identity/identity.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { pages } from "#app/pages/registry.ts";
import {
  maxContentBodyBytes,
  maxEvidenceBodyBytes,
  maximumBodyBytes,
  maxPictureBodyBytes,
} from "#app/platform/limits.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { limitBody } from "./body-limit.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

/**
 * Limits the bodies of requests. Forms with a part of a document of the site can be larger than others. Pictures and files of evidence can be
 * much larger, so only accounts that may upload them can send one. After the end of a session, such a body is discarded, and the page answers
 * as it does for other forms.
 */
export function limitBodies(
  identity: Pick<Identity, "currentSession">,
): MiddlewareHandler<{ Variables: RequestEnv }> {
  const common = limitBody(maximumBodyBytes);
  const content = limitBody(maxContentBodyBytes);
  const picture = { limit: limitBody(maxPictureBodyBytes), permission: canEditContent };
  const evidence = { limit: limitBody(maxEvidenceBodyBytes), permission: canDecideClaims };
  const findUpload = (path: string) => {
    if (path === pages.contentPictures.path) return picture;
    return path.startsWith(`${pages.claims.path}/`) ? evidence : undefined;
  };
  // Bodies are received before the concurrency limit.
  const checkSession = limitSessionChecks();
  return async (c, next) => {
    const { path } = c.req;
    const upload = findUpload(path);
    if (upload !== undefined) {
      const { limit, permission } = upload;
      const check = (isExpected: (session: StaffSession | undefined) => boolean) =>
        checkSession(c.get("clientAddress"), async () =>
          isExpected(await findCompleteSession(identity, c.req.raw.headers)),
        );
      if (await check((session) => session !== undefined && permission(session.staff))) return limit(c, next);
      if (isLarge(c) && (await check((session) => session === undefined))) {
        return limit(c, async () => {
          await discardBody(c);
          await next();
        });
      }
    }
    return (/^\/(?:admin|api)\/content\//.test(path) ? content : common)(c, next);
  };
}

/** Whether the declared length exceeds that of common forms. Browsers declare the length of every form. */
function isLarge(c: Context): boolean {
  return Number(c.req.header("content-length")) > maximumBodyBytes;
}

/** Receives a body without storing it. A browser that is still sending may not read the response. */
async function discardBody(c: Context): Promise<void> {
  const { body, headers, method, signal, url } = c.req.raw;
  await body?.pipeTo(new WritableStream());
  c.req.raw = new Request(url, { headers, method, signal });
}

async function findCompleteSession(
  identity: Pick<Identity, "currentSession">,
  headers: Headers,
): Promise<StaffSession | undefined> {
  const session = await identity.currentSession(headers, "quiet");
  return session !== null && nextSignInStep(session) === undefined ? session : undefined;
}
