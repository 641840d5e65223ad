import { data, redirect, redirectDocument } from "react-router";
import type { Staff } from "#app/identity/accounts/staff.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { nextSignInStep, type SignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import type { ErrorKind } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { longDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { isSecret, readForm } from "#app/platform/http/form.ts";
import { returnParameter, returnPath } from "#app/staff/paths/return-path.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import type { Unsent, UnsentFields } from "./unsent-form.tsx";
import { signInPathAfter } from "#app/staff/paths/sign-in-path.ts";
import { pages } from "#app/pages/registry.ts";

/** The part of `Identity` that authorizes requests. */
export type Guard = Pick<Identity, "currentSession" | "forgetSession" | "recordAccessRefusal">;

/** A function of `app/identity/accounts/permissions.ts`. */
export type Permission = (staff: Staff) => boolean;

/**
 * Authorizes the request of a loader or action. Each of them calls it, because data requests of the router can skip the loaders of
 * parent routes.
 * @param options.keepFields names of form fields that are returned to a person who must sign in or re-authenticate
 * @param options.form the form of the request if it has been read
 * @param options.requiresRecentAuthentication whether the person must have authenticated within the last minutes
 * @throws without a session, a redirect to the sign-in screen, or 401 with the submitted fields. With an incomplete sign-in, a redirect
 * to the next step. Without permission, 403. Without a recent authentication, a redirect to re-authentication, or 401 with the fields.
 */
export async function requireStaff(
  { identity }: { identity: Guard },
  request: Request,
  isPermitted: Permission,
  options: KeptFields & { requiresRecentAuthentication?: boolean } = {},
): Promise<StaffSession> {
  const session = await identity.currentSession(request.headers);
  const step = session === null ? undefined : nextSignInStep(session);
  if (session === null || step !== undefined) await returnFields(request, options, "sign-in");
  // A document load, because the sign-in pages have no router. They remove an invalid cookie; this response does not, because another
  // response may have set a new one in the meantime.
  if (session === null) {
    throw redirectDocument(signInPathAfter(identity.forgetSession(request.headers), getPagePath(request)));
  }
  // The response must not reveal the account's permissions before sign-in is complete.
  if (step !== undefined) throw redirectDocument(signInStepPath(step, getPagePath(request)));
  if (!isPermitted(session.staff)) {
    await identity.recordAccessRefusal(session, getAuditPath(request));
    throw data(describeForbidden(session), { status: 403, statusText: "Forbidden" });
  }
  if (options.requiresRecentAuthentication === true && !session.hasRecentAuthentication) {
    await returnFields(request, options, "step-up");
    requireRecentAuthentication(session, getPagePath(request));
  }
  return session;
}

type KeptFields = { keepFields?: readonly string[] | ((name: string) => boolean); form?: FormData };

/** @throws 401 with the submitted fields that `keepFields` names; nothing without such fields */
async function returnFields(request: Request, given: KeptFields, needs: Unsent["needs"]): Promise<void> {
  const unsent = await readUnsentFields(request, given);
  if (unsent.length > 0) throw data<Unsent>({ unsent, needs }, { status: 401 });
}

/**
 * Requires that the person authenticated within the last minutes.
 * @param returnTo the staff path to return to afterward
 * @throws a redirect to re-authentication
 */
export function requireRecentAuthentication(
  { hasRecentAuthentication }: StaffSession,
  returnTo: string,
): void {
  if (!hasRecentAuthentication) throw redirectDocument(stepUpPath(returnTo));
}

/**
 * Authorizes the request of an endpoint.
 * @param options.extendsSession false for automatic requests of a page
 * @returns the session, or the response of the refusal
 */
export async function authorizeStaff(
  identity: Guard,
  request: Request,
  isPermitted: Permission,
  options: { requiresRecentAuthentication?: boolean; extendsSession?: boolean } = {},
): Promise<{ ok: true; session: StaffSession } | { ok: false; refusal: Response; kind: ErrorKind }> {
  const session = await identity.currentSession(
    request.headers,
    options.extendsSession === false ? "quiet" : undefined,
  );
  if (session === null) return { ok: false, refusal: refuse("signed-out"), kind: "signed-out" };
  const kind = findRefusal(session, isPermitted, options);
  if (kind === "forbidden") await identity.recordAccessRefusal(session, getAuditPath(request));
  return kind === undefined ? { ok: true, session } : { ok: false, refusal: refuse(kind), kind };
}

/** The data of a 403 response. */
export type ForbiddenDetails = {
  /** The last day of an account whose access has ended. */
  lastDay?: string;
  /** The account has a role without the permission. */
  hasRole?: boolean;
};

function describeForbidden({ accessEndedAt, staff }: StaffSession): ForbiddenDetails {
  if (accessEndedAt === null) return { hasRole: staff.role !== "pending" };
  return { lastDay: longDayIn(practice.timeZone, lastMomentBefore(accessEndedAt)) };
}

/** The path of the page, also for a data request of the router. */
function getPagePath(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, "");
}

/**
 * The path for the audit log, which is never erased. Segments other than route names and ids can be personal data and are masked.
 */
export function getAuditPath(request: Request): string {
  const segments = getPagePath(request).split("/").slice(0, 8);
  return segments.map((segment) => (segment === "" || isSafeSegment(segment) ? segment : "…")).join("/");
}

function isSafeSegment(segment: string): boolean {
  return isUuid(segment) || /^[a-z]{1,20}(?:[-.][a-z]{1,20}){0,3}$/.test(segment);
}

/** Returns the most severe obstacle. The re-authentication page redirects to any missing sign-in step. */
function findRefusal(
  session: StaffSession,
  isPermitted: Permission,
  { requiresRecentAuthentication }: { requiresRecentAuthentication?: boolean },
): "proof" | "forbidden" | undefined {
  if (nextSignInStep(session) !== undefined) return "proof";
  if (!isPermitted(session.staff)) return "forbidden";
  return requiresRecentAuthentication === true && !session.hasRecentAuthentication ? "proof" : undefined;
}

/**
 * Returns the session if this is its next sign-in step, and the path to continue to.
 * @throws a redirect to the sign-in page without a session, to an earlier step, or to the destination if no step is missing
 */
export async function requireSignInStep(
  step: SignInStep,
  identity: Pick<Guard, "currentSession" | "forgetSession">,
  request: Request,
): Promise<{ session: StaffSession; to: string }> {
  const to = returnPath(new URL(request.url).searchParams.get(returnParameter));
  const session = await identity.currentSession(request.headers);
  if (session === null) throw redirect(signInPathAfter(identity.forgetSession(request.headers), to), 303);
  const next = nextSignInStep(session);
  if (next !== step) throw redirect(next === undefined ? to : signInStepPath(next, to), 303);
  return { session, to };
}

/** Limits what an unauthenticated request can make us render. Several times the size of the event and attendance forms. */
const maxFields = 500;
const maxCharacters = 20_000;

/**
 * Reads the posted fields of a request that is refused until the person has signed in or re-authenticated. They are returned in the page,
 * because without scripting they would be lost.
 * @param given.keepFields the names of the fields to return; others are dropped
 * @returns no fields for a request of the router, which keeps the page, and for a form with a secret or a chosen file
 */
async function readUnsentFields(
  request: Request,
  { keepFields = [], form: read }: KeptFields,
): Promise<UnsentFields> {
  const isRouterRequest = new URL(request.url).pathname.endsWith(".data");
  const isAny = typeof keepFields === "function" || keepFields.length > 0;
  if (!isAny || request.method !== "POST" || isRouterRequest) return [];
  // A body that is not a form has no fields.
  const form = read ?? (await readForm(request).catch(() => new FormData()));
  const isKept = typeof keepFields === "function" ? keepFields : (name: string) => keepFields.includes(name);
  return listTexts(form).filter(([name]) => isKept(name));
}

/** The fields of a form; none if it has a secret or a chosen file, or is too long. */
function listTexts(form: FormData): [name: string, text: string][] {
  const posted = [...form].filter(([, value]) => !isUnchosenFile(value));
  if (posted.length > maxFields || posted.some(([name]) => isSecret(name))) return [];
  const texts = posted.filter((field): field is [string, string] => typeof field[1] === "string");
  if (texts.length < posted.length) return [];
  const characters = texts.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return characters > maxCharacters ? [] : texts;
}

/** Browsers send an empty file for a file input without a chosen file. */
function isUnchosenFile(value: FormDataEntryValue): boolean {
  return typeof value !== "string" && value.name === "" && value.size === 0;
}

/** The page for each sign-in step. */
const stepPages = {
  "second-factor": pages.prove,
  "new-password": pages.newPassword,
  enrollment: pages.enrollment,
} as const satisfies Record<SignInStep, { path: string }>;

/** Returns the URL of the next sign-in step. @param to staff path to return to afterward */
function signInStepPath(step: SignInStep, to: string): string {
  return `${stepPages[step].path}?${returnParameter}=${encodeURIComponent(to)}`;
}
