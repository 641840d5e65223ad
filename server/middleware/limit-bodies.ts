import type { MiddlewareHandler } from "hono";
import { canDecideClaims, canEditContent } from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import type { Identity } from "#app/identity/identity.server.ts";
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
 * much larger, so only accounts that may upload them can send one.
 */
export function limitBodies(
  identity: Pick<Identity, "currentSession">,
): MiddlewareHandler<{ Variables: RequestEnv }> {
  const common = limitBody(maximumBodyBytes);
  const content = limitBody(maxContentBodyBytes);
  const picture = limitBody(maxPictureBodyBytes);
  const evidence = limitBody(maxEvidenceBodyBytes);
  // Bodies are received before the concurrency limit.
  const checkSession = limitSessionChecks();
  return async (c, next) => {
    const { path } = c.req;
    const may = (permission: (staff: Staff) => boolean) =>
      checkSession(c.get("clientAddress"), () => isPermitted(identity, c.req.raw.headers, permission));
    if (path === pages.contentPictures.path && (await may(canEditContent))) return picture(c, next);
    if (path.startsWith(`${pages.claims.path}/`) && (await may(canDecideClaims))) return evidence(c, next);
    return (/^\/(?:admin|api)\/content\//.test(path) ? content : common)(c, next);
  };
}

async function isPermitted(
  identity: Pick<Identity, "currentSession">,
  headers: Headers,
  permission: (staff: Staff) => boolean,
): Promise<boolean> {
  const session = await identity.currentSession(headers, "quiet");
  return session !== null && nextSignInStep(session) === undefined && permission(session.staff);
}
