import type { MiddlewareHandler } from "hono";
import { canEditContent } from "#app/identity/accounts/permissions.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { pages } from "#app/pages/registry.ts";
import { maxContentBodyBytes, maximumBodyBytes, maxPictureBodyBytes } from "#app/platform/limits.ts";
import { limitBody } from "./body-limit.ts";

/**
 * Limits the bodies of requests. Forms with a part of a document of the site can be larger than others. Pictures can be much larger, so only
 * accounts that may upload them can send one.
 */
export function limitBodies(identity: Pick<Identity, "currentSession">): MiddlewareHandler {
  const common = limitBody(maximumBodyBytes);
  const content = limitBody(maxContentBodyBytes);
  const picture = limitBody(maxPictureBodyBytes);
  return async (c, next) => {
    const { path } = c.req;
    if (path === pages.contentPictures.path && (await isEditor(identity, c.req.raw.headers))) {
      return picture(c, next);
    }
    return (/^\/(?:admin|api)\/content\//.test(path) ? content : common)(c, next);
  };
}

async function isEditor(identity: Pick<Identity, "currentSession">, headers: Headers): Promise<boolean> {
  const session = await identity.currentSession(headers, "quiet");
  return session !== null && nextSignInStep(session) === undefined && canEditContent(session.staff);
}
