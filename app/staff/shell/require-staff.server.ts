import { data, redirectDocument } from "react-router";
import type { Identity, Staff, StaffSession } from "#app/identity/identity.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { lastMomentBefore } from "#app/platform/end-of-day.ts";
import type { ErrorKind } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/refusal.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { longDayIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { unsentFields } from "./unsent-fields.server.ts";
import type { Unsent } from "./unsent-form.tsx";
import { signInStepPath } from "#app/staff/paths/sign-in-step-path.ts";
import { signInPathAfter } from "#app/staff/paths/sign-in-path.ts";

/** What the guard asks of identity. */
export type Guard = Pick<Identity, "currentSession" | "forgetSession" | "noteRefusal">;

/** What a person must be allowed to do: a permission of `identity/can.ts`. */
export type Permission = (staff: Staff) => boolean;

/**
 * Who is asking, for a loader or action of the staff area. Each one asks for itself: the router's data requests can skip
 * the loaders of the routes around it.
 * @param demand.carries the fields of a form that takes long to fill in: until somebody is signed in they are not lost
 * @throws without a session, a redirect to the sign-in screen, or 401 with the submitted fields. With an incomplete sign-in, a redirect
 * to the next step. Without permission, 403.
 */
export async function requireStaff(
  { identity }: { identity: Guard },
  request: Request,
  may: Permission,
  demand: { carries?: readonly string[] } = {},
): Promise<StaffSession> {
  const session = await identity.currentSession(request.headers);
  const step = session === null ? undefined : nextSignInStep(session);
  if (session === null || step !== undefined) {
    const unsent = await unsentFields(request, demand.carries ?? []);
    if (unsent.length > 0) throw data<Unsent>({ unsent }, { status: 401 });
  }
  // A whole page load: the screens of getting in have no router. They take away a cookie that is no session; this answer may be
  // overtaken by one that has brought another.
  if (session === null) {
    throw redirectDocument(signInPathAfter(identity.forgetSession(request.headers), pageOf(request)));
  }
  // The response must not reveal the account's permissions before sign-in is complete.
  if (step !== undefined) throw redirectDocument(signInStepPath(step, pageOf(request)));
  if (!may(session.staff)) {
    await identity.noteRefusal(session, doorOf(request));
    // React Router takes it as an answer, not as a fault.
    throw data(notAllowed(session), { status: 403, statusText: "Forbidden" });
  }
  return session;
}

/**
 * For what cannot be undone: the person has proved within minutes who they are.
 * @param returnTo a path of the staff area, where the person comes back to after that
 * @throws a redirect to the screen that asks for a proof
 */
export function requireRecentAuthentication(
  { hasRecentAuthentication }: StaffSession,
  returnTo: string,
): void {
  if (!hasRecentAuthentication) throw redirectDocument(stepUpPath(returnTo));
}

/**
 * The same for an endpoint.
 * @param demand.use `quiet`: a page asks by itself, which keeps no session alive
 * @returns the session, or the refusal to answer with
 */
export async function staffOrRefusal(
  identity: Guard,
  request: Request,
  may: Permission,
  demand: { proof?: "fresh"; use?: "quiet" } = {},
): Promise<{ ok: true; session: StaffSession } | { ok: false; refusal: Response; kind: ErrorKind }> {
  const session = await identity.currentSession(request.headers, demand.use);
  if (session === null) return { ok: false, refusal: refuse("signed-out"), kind: "signed-out" };
  const kind = refusalKind(session, may, demand);
  if (kind === "forbidden") await identity.noteRefusal(session, doorOf(request));
  return kind === undefined ? { ok: true, session } : { ok: false, refusal: refuse(kind), kind };
}

/** What a page that is not shown can say about it. */
export type NotAllowed = {
  /** The last day of an account whose time is over, in words. */
  lastDay?: string;
  /** The account has a role, and it is not enough for this page. */
  hasRole?: boolean;
};

function notAllowed({ accessEndedAt, staff }: StaffSession): NotAllowed {
  if (accessEndedAt === null) return { hasRole: staff.role !== "pending" };
  return { lastDay: longDayIn(practice.timeZone, lastMomentBefore(accessEndedAt)) };
}

/** The page that is asked for, also through the router's data door. */
function pageOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, "");
}

/**
 * The same for the audit log, from which nothing is ever taken out: our own words and ids. Whatever else was typed into the address
 * can be somebody's.
 */
export function doorOf(request: Request): string {
  const words = pageOf(request).split("/").slice(0, 8);
  return words.map((word) => (word === "" || isOurs(word) ? word : "…")).join("/");
}

function isOurs(word: string): boolean {
  return isUuid(word) || /^[a-z]{1,20}(?:[-.][a-z]{1,20}){0,3}$/.test(word);
}

/** Returns the most severe obstacle. The re-authentication page redirects to any missing sign-in step. */
function refusalKind(
  session: StaffSession,
  may: Permission,
  { proof }: { proof?: "fresh" },
): "proof" | "forbidden" | undefined {
  if (nextSignInStep(session) !== undefined) return "proof";
  if (!may(session.staff)) return "forbidden";
  return proof === "fresh" && !session.hasRecentAuthentication ? "proof" : undefined;
}
