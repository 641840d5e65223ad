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
import { answerFault } from "#server/responses/faults.ts";
import { limitBody } from "./body-limit.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

/**
 * Limits the bodies of requests. Forms with a part of a document of the site can be larger than others. Pictures and files of evidence can be
 * much larger, so only accounts that may upload them can send one, and only a few at the same time, because each is held in memory. After the
 * end of a session, such a body is discarded, and the page answers as it does for other forms.
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
  const slots = createUploadSlots();
  return async (c, next) => {
    const { path } = c.req;
    const upload = findUpload(path);
    if (upload !== undefined) {
      const { limit, permission } = upload;
      let session: StaffSession | undefined;
      const isChecked = await checkSession(c.get("clientAddress"), async () => {
        session = await findCompleteSession(identity, c.req.raw.headers);
        return true;
      });
      if (session !== undefined && permission(session.staff)) {
        const release = isLarge(c) ? slots.take(session.staff.id) : () => {};
        if (release === undefined) return limit(c, () => refuseBody(c));
        return limit(c, next).finally(release);
      }
      if (isLarge(c) && isChecked && session === undefined) {
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

/** Uploads that one process and one account can send at the same time. A picture of the largest size needs about 50 MB. */
const maxUploads = { process: 6, account: 2 };

function createUploadSlots() {
  const byAccount = new Map<string, number>();
  let total = 0;
  return {
    /** @returns a function that ends the upload; undefined if there are too many */
    take(accountId: string): (() => void) | undefined {
      const own = byAccount.get(accountId) ?? 0;
      if (own >= maxUploads.account || total >= maxUploads.process) return undefined;
      byAccount.set(accountId, own + 1);
      total += 1;
      return () => {
        const left = (byAccount.get(accountId) ?? 1) - 1;
        if (left === 0) byAccount.delete(accountId);
        else byAccount.set(accountId, left);
        total -= 1;
      };
    },
  };
}

async function refuseBody(c: Context): Promise<void> {
  await discardBody(c);
  c.res = answerFault(c, "too-many");
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
