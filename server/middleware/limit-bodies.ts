import type { Context, MiddlewareHandler, Next } from "hono";
import { canDecideClaims, canEditContent } from "#app/identity/accounts/permissions.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { pages } from "#app/pages/registry.ts";
import { countedNetwork } from "#app/platform/http/client-address.server.ts";
import {
  maxContentBodyBytes,
  maxEvidenceBodyBytes,
  maximumBodyBytes,
  maxPictureBodyBytes,
} from "#app/platform/limits.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { answerFault } from "#server/responses/faults.ts";
import { limitBody } from "./body-limit.ts";
import type { CheckSession } from "./limit-session-checks.ts";

/** The limit of a request, and who may use it. */
type LargeForm = {
  kind: "content" | "upload";
  limit: ReturnType<typeof limitBody>;
  permission: (staff: StaffSession["staff"]) => boolean;
};

/** Large bodies that one process receives, and that one account or network sends, at the same time, because each is held in memory. */
const slotLimits = {
  /** A picture of the largest size needs about 50 MB. */
  uploads: { process: 6, each: 2 },
  /** Forms of an ended session, whose text the page returns. */
  unsent: { process: 40, each: 4 },
};

/**
 * Limits the bodies of requests. Forms with a part of a document of the site can be larger than others, and pictures and files of evidence much
 * larger. Only accounts that may send them can, and only a few uploads at the same time. After the end of a session, an upload is discarded,
 * and a few forms at the same time are received; the page answers as it does for other forms.
 * @param checkSession limits the checks, because bodies are received before the limit of concurrent requests
 */
export function limitBodies(
  identity: Pick<Identity, "currentSession">,
  checkSession: CheckSession,
): MiddlewareHandler<{ Variables: RequestEnv }> {
  const common = limitBody(maximumBodyBytes);
  const findLargeForm = createFormLookup();
  const uploads = createSlots(slotLimits.uploads);
  const unsent = createSlots(slotLimits.unsent);

  /** Receives a body of a declared length without storing it, and refuses it. Without a length, Hono would store it. */
  const refuseLarge = (c: Context<{ Variables: RequestEnv }, string>, { limit }: LargeForm) =>
    (declaresLength(c) ? limit : common)(c, () => refuseBody(c));

  const runInSlot = async (
    c: Context<{ Variables: RequestEnv }, string>,
    form: LargeForm,
    next: Next,
    release: (() => void) | undefined,
  ) => (release === undefined ? refuseLarge(c, form) : form.limit(c, next).finally(release));

  return async (c, next) => {
    const form = findLargeForm(c.req.path);
    if (form === undefined || isSmall(c)) return common(c, next);
    const clientAddress = c.get("clientAddress");
    let session: StaffSession | undefined;
    const isChecked = await checkSession(clientAddress, async () => {
      session = await findCompleteSession(identity, c.req.raw.headers);
      return true;
    });
    if (session !== undefined && form.permission(session.staff)) {
      if (form.kind === "content") return form.limit(c, next);
      return runInSlot(c, form, next, uploads.take(session.staff.id));
    }
    if (!isChecked) return refuseLarge(c, form);
    // Browsers declare the length of every form.
    if (session !== undefined || !declaresLength(c)) return common(c, next);
    if (form.kind === "content") return runInSlot(c, form, next, unsent.take(countedNetwork(clientAddress)));
    return form.limit(c, async () => {
      await discardBody(c);
      await next();
    });
  };
}

function createFormLookup(): (path: string) => LargeForm | undefined {
  const picture: LargeForm = {
    kind: "upload",
    limit: limitBody(maxPictureBodyBytes),
    permission: canEditContent,
  };
  const evidence: LargeForm = {
    kind: "upload",
    limit: limitBody(maxEvidenceBodyBytes),
    permission: canDecideClaims,
  };
  const content: LargeForm = {
    kind: "content",
    limit: limitBody(maxContentBodyBytes),
    permission: canEditContent,
  };
  return (path) => {
    if (path === pages.contentPictures.path) return picture;
    if (path.startsWith(`${pages.claims.path}/`)) return evidence;
    return /^\/(?:admin|api)\/content\//.test(path) ? content : undefined;
  };
}

function declaresLength(c: Context): boolean {
  return c.req.header("content-length") !== undefined;
}

/** Whether the declared length is that of a common form. */
function isSmall(c: Context): boolean {
  return declaresLength(c) && Number(c.req.header("content-length")) <= maximumBodyBytes;
}

function createSlots(limits: { process: number; each: number }) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /** @returns a function that frees the slot; undefined if there are too many */
    take(key: string): (() => void) | undefined {
      const own = taken.get(key) ?? 0;
      if (own >= limits.each || total >= limits.process) return undefined;
      taken.set(key, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
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
