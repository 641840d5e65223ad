import type { Kysely } from "kysely";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { canManageOwnAccount } from "#app/identity/accounts/permissions.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import { findConnected } from "#app/identity/connections/connections.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type BetterAuth, libraryHeaders } from "#app/identity/library/better-auth.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import { completeSignIn } from "#app/identity/sessions/complete-sign-in.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { type CurrentSession, isWaitingForApproval } from "#app/identity/sessions/session-access.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import type { StepUp } from "#app/identity/sessions/step-up.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { createFlowCookie, type SignOnFlow, type SignOnPurpose } from "./flow-cookie.server.ts";
import { createProvider, type Provider } from "./provider.server.ts";
import { readPerson, type SignOnPerson } from "./read-person.server.ts";
import { connectAccount, requestSignOnAccount } from "./sign-on-accounts.server.ts";
import { signOnCallbackPath } from "./sign-on-paths.ts";
import type { SignOnRefusal } from "./sign-on-refusal.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

/** Where the browser continues: the provider's page, or the sign-in screen with the reason of a refusal. */
export type SignOnStart =
  | { ok: true; url: URL; headers: Headers }
  | { ok: false; reason: SignOnRefusal; headers: Headers };

/** Every result has headers, which remove the cookie of the flow. */
export type SignOnResult = { purpose: SignOnPurpose; to: string; headers: Headers } & (
  | { ok: true; accountId: string; needsSecondFactor: boolean }
  | { ok: false; reason: SignOnRefusal }
);

/** Signs in staff at the firm's OpenID Connect provider. */
export type SingleSignOn = {
  issuer: string;
  /** @param request.to the path to open afterwards, which the caller has validated */
  start(visitor: Visitor, request: { purpose: SignOnPurpose; to: string }): Promise<SignOnStart>;
  /** Handles the provider's response, whose parameters are in the request's URL. */
  finish(visitor: Visitor): Promise<SignOnResult>;
};

type Deps = {
  settings: SignOnSettings;
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  siteUrl: string;
  keys: IdentityKeys;
  outbox: Pick<Outbox, "put" | "wake">;
  auth: BetterAuth;
  currentSession: CurrentSession;
  stepUpWithProvider: StepUp["stepUpWithProvider"];
};

type Parts = Deps & { provider: Provider; cookie: ReturnType<typeof createFlowCookie> };

export function createSingleSignOn(deps: Deps): SingleSignOn {
  const redirectUri = new URL(signOnCallbackPath, deps.siteUrl).href;
  const parts: Parts = {
    ...deps,
    provider: createProvider({ ...deps, redirectUri }),
    cookie: createFlowCookie(deps.keys, deps.siteUrl),
  };
  return {
    issuer: deps.settings.issuer,
    start: (visitor, request) => start(parts, visitor, request),
    finish: (visitor) => finish(parts, visitor),
  };
}

async function start(
  parts: Parts,
  visitor: Visitor,
  { purpose, to }: { purpose: SignOnPurpose; to: string },
): Promise<SignOnStart> {
  const { clock, cookie, provider } = parts;
  const headers = new Headers();
  if (!(await allowAttempt(parts, "signOnsByAddress", visitor.clientAddress))) {
    return { ok: false, reason: "too-many", headers };
  }
  const session = purpose === "sign-in" ? null : await parts.currentSession(visitor.request.headers);
  if (purpose === "step-up" && session === null) return { ok: false, reason: "expired", headers };
  if (purpose === "connect" && !mayConnect(session)) return { ok: false, reason: "expired", headers };
  const flow: SignOnFlow = {
    purpose,
    to,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    startedAt: clock.now().getTime(),
    ...(session !== null && { sessionId: session.id }),
  };
  const url = await provider.begin(flow, purpose !== "sign-in");
  if (url === undefined) return { ok: false, reason: "unavailable", headers };
  headers.append("set-cookie", cookie.write(flow));
  return { ok: true, url, headers };
}

/** The rules of adding a passkey apply, because both are ways to sign in. */
function mayConnect(session: StaffSession | null): session is StaffSession {
  return (
    session !== null &&
    nextSignInStep(session) === undefined &&
    canManageOwnAccount(session.staff) &&
    !session.hasUnverifiedPasskey &&
    session.hasRecentAuthentication
  );
}

async function finish(parts: Parts, visitor: Visitor): Promise<SignOnResult> {
  const { clock, cookie, provider, settings } = parts;
  const { request } = visitor;
  const flow = cookie.read(request.headers, clock.now());
  const headers = new Headers({ "set-cookie": cookie.removal });
  const { purpose, to } = flow ?? { purpose: "sign-in", to: "" };
  const refuse = async (reason: SignOnRefusal): Promise<SignOnResult> => {
    await recordRefusal(parts, visitor, { purpose, reason });
    return { ok: false, purpose, to, reason, headers };
  };
  if (!(await allowAttempt(parts, "signOnsByAddress", visitor.clientAddress))) {
    return { ok: false, purpose, to, reason: "too-many", headers };
  }
  // Without the cookie, the response belongs to a sign-in that another browser has begun.
  if (flow === undefined) return refuse("expired");
  const isFresh = purpose !== "sign-in";
  const response = await provider.finish(callbackUrl(parts, request), flow, isFresh);
  if (!response.ok) return refuse(response.reason);
  const read = readPerson(response.claims, settings);
  if (!read.ok) return refuse(read.reason);
  if (isFresh && !isAuthenticatedSince(flow, read.person)) return refuse("invalid");
  const outcome = await complete(parts, visitor, flow, read.person);
  if (!outcome.ok) return refuse(outcome.reason);
  for (const value of outcome.headers.getSetCookie()) headers.append("set-cookie", value);
  const { accountId, needsSecondFactor } = outcome;
  return { ok: true, purpose, to, accountId, needsSecondFactor, headers };
}

/** The public URL of the request. Behind a proxy, the server receives another one. */
function callbackUrl({ siteUrl }: Parts, request: Request): URL {
  return new URL(signOnCallbackPath + new URL(request.url).search, siteUrl);
}

/** Clocks of the provider and of this server can differ by this much. */
const maxClockDifferenceSeconds = 60;

/** Whether the person has signed in at the provider after the flow began, and was not only remembered there. */
function isAuthenticatedSince({ startedAt }: SignOnFlow, { authenticatedAt }: SignOnPerson): boolean {
  return authenticatedAt !== undefined && authenticatedAt >= startedAt / 1000 - maxClockDifferenceSeconds;
}

type Outcome =
  | { ok: true; accountId: string; needsSecondFactor: boolean; headers: Headers }
  | { ok: false; reason: SignOnRefusal };

function complete(parts: Parts, visitor: Visitor, flow: SignOnFlow, person: SignOnPerson): Promise<Outcome> {
  switch (flow.purpose) {
    case "sign-in":
      return signIn(parts, visitor, flow, person);
    case "step-up":
      return stepUp(parts, visitor, flow, person);
    case "connect":
      return connect(parts, visitor, flow, person);
  }
}

async function signIn(
  parts: Parts,
  visitor: Visitor,
  flow: SignOnFlow,
  person: SignOnPerson,
): Promise<Outcome> {
  const { db, auth, settings } = parts;
  const { issuer } = settings;
  const { clientAddress } = visitor;
  let account = await findConnected(db, issuer, person.subject);
  if (account === undefined) {
    const isAdded = await requestSignOnAccount(parts, { issuer, person, clientAddress });
    // A concurrent sign-in of the same person may have added it.
    account = await findConnected(db, issuer, person.subject);
    if (account === undefined) return { ok: false, reason: isAdded ? "invalid" : "account-exists" };
  }
  const before = await parts.currentSession(visitor.request.headers, "quiet");
  const started = await auth.api.startSession({
    body: { accountId: account.id },
    headers: await libraryHeaders(auth, visitor),
    returnHeaders: true,
  });
  const token = started.response;
  const isCompleted =
    token !== null &&
    (await completeSignIn(db, issuer, {
      token,
      account,
      before,
      with: "single sign-on",
      connection: { issuer, subject: person.subject },
      isRemembered: !isAuthenticatedSince(flow, person),
      clientAddress,
      ...(person.hasSecondFactor && { assurance: "aal2" as const }),
    }));
  // The account was removed in the meantime.
  if (!isCompleted) return { ok: false, reason: "invalid" };
  const needsSecondFactor = account.hasAuthenticator && !person.hasSecondFactor;
  return { ok: true, accountId: account.id, needsSecondFactor, headers: started.headers };
}

async function stepUp(
  parts: Parts,
  visitor: Visitor,
  flow: SignOnFlow,
  person: SignOnPerson,
): Promise<Outcome> {
  const session = await findFlowSession(parts, visitor, flow);
  if (session === undefined) return { ok: false, reason: "expired" };
  const account = await findConnected(parts.db, parts.settings.issuer, person.subject);
  if (account?.id !== session.staff.id) return { ok: false, reason: "other-person" };
  const headers = await parts.stepUpWithProvider(visitor, session, person.hasSecondFactor);
  if (headers === undefined) return { ok: false, reason: "code-required" };
  return { ok: true, accountId: account.id, needsSecondFactor: false, headers };
}

/** The address must be the account's, so that a person does not connect the account of a colleague by mistake. */
async function connect(
  parts: Parts,
  visitor: Visitor,
  flow: SignOnFlow,
  { subject, email }: SignOnPerson,
): Promise<Outcome> {
  const session = await findFlowSession(parts, visitor, flow);
  if (session === undefined || !mayConnect(session)) return { ok: false, reason: "expired" };
  const { staff } = session;
  if (email !== staff.email) return { ok: false, reason: "other-person" };
  const { clientAddress } = visitor;
  const browser = deviceName(visitor.request.headers.get("user-agent"));
  const account = { id: staff.id, email, clientAddress, browser };
  const isDone = await connectAccount(parts, { issuer: parts.settings.issuer, subject, account });
  if (!isDone) return { ok: false, reason: "other-person" };
  return { ok: true, accountId: staff.id, needsSecondFactor: false, headers: new Headers() };
}

/** The session that began the flow, if it is still the browser's. */
async function findFlowSession(
  { currentSession }: Parts,
  { request }: Visitor,
  { sessionId }: SignOnFlow,
): Promise<StaffSession | undefined> {
  const session = await currentSession(request.headers);
  return session !== null && session.id === sessionId ? session : undefined;
}

/** Records a refusal. Addresses are not recorded, because they can be those of strangers. */
async function recordRefusal(
  { db, currentSession }: Parts,
  { request, clientAddress }: Visitor,
  { purpose, reason }: { purpose: SignOnPurpose; reason: SignOnRefusal },
): Promise<void> {
  const details = { with: "single sign-on", reason };
  if (purpose === "sign-in") {
    return recordUnauthenticatedAction(db, { action: "sign-in-failed", details, clientAddress });
  }
  const session = await currentSession(request.headers, "quiet");
  if (session === null) {
    return recordUnauthenticatedAction(db, { action: "proof-failed", details, clientAddress });
  }
  const { id, email } = session.staff;
  return recordAccountAction(
    db,
    { id, isWaiting: isWaitingForApproval(session) },
    { action: "proof-failed", actor: actorOf({ id, email }), details, clientAddress },
  );
}
