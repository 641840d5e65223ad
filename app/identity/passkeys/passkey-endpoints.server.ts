import { isAPIError } from "better-auth/api";
import type { Kysely } from "kysely";
import { z } from "zod";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { canManageOwnAccount } from "#app/identity/accounts/permissions.ts";
import { allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import {
  hasDeviceCookie,
  readKnownDevice,
  type RememberDevice,
} from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { CurrentSession, RecordRefusal } from "#app/identity/sessions/session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type BetterAuth, basePath, libraryHeaders } from "#app/identity/library/better-auth.server.ts";
import type { StepUp } from "#app/identity/sessions/step-up.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { isAttestationWithoutCertificates } from "./check-attestation.server.ts";
import { storePasskey, verifyPasskey } from "./register-passkey.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import { completeSignIn } from "#app/identity/sessions/complete-sign-in.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { AppError } from "#app/platform/errors.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/http/refusal.ts";

type Deps = {
  currentSession: CurrentSession;
  recordAccessRefusal: RecordRefusal;
  db: Kysely<Database>;
  clock: Clock;
  siteUrl: string;
  /** The firm's provider; undefined without one. */
  issuer: string | undefined;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: IdentityKeys;
  auth: BetterAuth;
  rememberDevice: RememberDevice;
  raiseSession: StepUp["raiseSession"];
};

type Handler = (deps: Deps, visitor: Visitor) => Promise<Response>;

/** The two requests of each WebAuthn ceremony. The library's other endpoints are not exposed. */
const handlers: Readonly<Record<string, Handler>> = {
  [`GET ${basePath}/passkey/generate-authenticate-options`]: beginSignIn,
  [`POST ${basePath}/passkey/verify-authentication`]: finishSignIn,
  [`GET ${basePath}/passkey/generate-register-options`]: beginRegistration,
  [`POST ${basePath}/passkey/verify-registration`]: finishRegistration,
};

/** Methods and paths of the endpoints, such as `GET /api/auth/passkey/…`. */
export const passkeyEndpoints: readonly string[] = Object.keys(handlers);

export function createPasskeyEndpoints(deps: Deps): (visitor: Visitor) => Promise<Response> {
  return async (visitor) => {
    const { request } = visitor;
    const handler = handlers[`${request.method} ${new URL(request.url).pathname}`];
    if (handler === undefined) return refuse("not-found");
    return (await allowCeremony(deps, visitor)) ? handler(deps, visitor) : refuse("too-many");
  };
}

/** Sessions and known browsers have their own limits, which strangers at the same network address cannot use up. */
async function allowCeremony(deps: Deps, { request, clientAddress }: Visitor): Promise<boolean> {
  const session = await deps.currentSession(request.headers, "quiet");
  // Anyone can create an account without a role.
  const isStaff = session !== null && session.staff.role !== "pending";
  const device = isStaff ? `session ${session.id}` : await findKnownDevice(deps, request.headers);
  if (device !== undefined) return allowAttempt(deps, "passkeysByDevice", clientAddress, device);
  return (
    (await allowAttempt(deps, "passkeysByAddress", clientAddress)) &&
    allowAttempt(deps, "passkeysBySite", clientAddress, "site")
  );
}

/** Finds the count of a browser that is known for an account with a passkey. A passkey ceremony begins without naming the account. */
async function findKnownDevice({ db, keys }: Deps, headers: Headers): Promise<string | undefined> {
  if (!hasDeviceCookie(headers)) return undefined;
  const accounts = await db.selectFrom("staffPasskeys").select("userId").distinct().execute();
  for (const { userId } of accounts) {
    const device = readKnownDevice(keys, { accountId: userId, level: "password" }, headers);
    if (device !== undefined) return device.countKey;
  }
  return undefined;
}

/** Without any registered passkey, the ceremony is refused immediately and the browser does not ask for one. */
async function beginSignIn({ db, auth }: Deps, visitor: Visitor): Promise<Response> {
  const registered = await db.selectFrom("staffPasskeys").select("id").limit(1).executeTakeFirst();
  if (registered === undefined) return refuse("not-found");
  const begun = await auth.api.generatePasskeyAuthenticationOptions({
    headers: await libraryHeaders(auth, visitor),
    returnHeaders: true,
  });
  // The library would only prefer user verification; a response without it is refused at the end.
  return respond({ ...begun.response, userVerification: "required" }, begun.headers);
}

async function finishSignIn(deps: Deps, visitor: Visitor): Promise<Response> {
  const { auth, db } = deps;
  const { request, clientAddress } = visitor;
  const before = await deps.currentSession(request.headers, "quiet");
  const body = await readBody(request, assertionSchema);
  const headers = await libraryHeaders(auth, visitor);
  const verified =
    body === undefined
      ? refuse("invalid")
      : await auth.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true }).catch(refusalFor);
  if (body === undefined || verified instanceof Response) {
    return refuseSignIn(deps, visitor, verified instanceof Response ? verified : refuse("invalid"));
  }
  const { session, user } = verified.response;
  // Only accounts with a role can add passkeys.
  const account = { id: user.id, email: user.email, isWaiting: false };
  const credentialId = body.response.id;
  const started = { token: session.token, account, with: "passkey", before, credentialId } as const;
  if (!(await completeSignIn(db, deps.issuer, { ...started, clientAddress }))) {
    return refuseSignIn(deps, visitor, refuse("invalid"));
  }
  verified.headers.append("set-cookie", deps.rememberDevice(user.id, "code", request.headers));
  return respond({ ok: true }, verified.headers);
}

async function refuseSignIn({ db }: Deps, { clientAddress }: Visitor, refusal: Response): Promise<Response> {
  const details = { with: "passkey", reason: "wrong" };
  await recordUnauthenticatedAction(db, { action: "sign-in-failed", details, clientAddress });
  return refusal;
}

async function beginRegistration(deps: Deps, visitor: Visitor): Promise<Response> {
  const refusal = await refuseRegistration(deps, visitor);
  if (refusal !== undefined) return refusal;
  const { auth } = deps;
  const begun = await auth.api
    .generatePasskeyRegistrationOptions({
      headers: await libraryHeaders(auth, visitor),
      returnHeaders: true,
    })
    .catch(refusalFor);
  return begun instanceof Response ? begun : respond(begun.response, begun.headers);
}

/** The library creates the challenge. The response is verified and stored here, because the library reports an invalid one as a fault. */
async function finishRegistration(deps: Deps, visitor: Visitor): Promise<Response> {
  const refusal = await refuseRegistration(deps, visitor);
  const session = await deps.currentSession(visitor.request.headers, "quiet");
  if (refusal !== undefined || session === null) return refusal ?? refuse("signed-out");
  const { request, clientAddress } = visitor;
  const body = await readBody(request, registrationSchema);
  if (body === undefined) return refuse("invalid");
  const headers = await libraryHeaders(deps.auth, visitor);
  const challenge = await deps.auth.api.consumeRegistrationChallenge({ headers });
  if (challenge?.accountId !== session.staff.id) return refuse("invalid");
  const passkey = await verifyPasskey(deps.siteUrl, body.response, challenge.challenge);
  if (passkey === undefined) return refuse("invalid");
  const { id, email } = session.staff;
  const account = { id, email, clientAddress, browser: deviceName(request.headers.get("user-agent")) };
  const stored = await storePasskey(deps, { account, sessionId: session.id }, { passkey, name: body.name });
  if (!stored.ok) return refuse(stored.reason);
  // The person has just used the passkey. Without it, the session could not change the passkeys that it adds.
  return respond({ ok: true }, await deps.raiseSession(visitor));
}

/** A passkey can be added only after recent authentication, and beside another one only after a sign-in with it. */
async function refuseRegistration(deps: Deps, { request }: Visitor): Promise<Response | undefined> {
  const session = await deps.currentSession(request.headers);
  if (session === null) return refuse("signed-out");
  if (nextSignInStep(session) !== undefined) return refuse("proof");
  if (!canManageOwnAccount(session.staff)) {
    await deps.recordAccessRefusal(session, new URL(request.url).pathname);
    return refuse("forbidden");
  }
  if (session.hasUnverifiedPasskey) return refuse("forbidden");
  return session.hasRecentAuthentication ? undefined : refuse("proof");
}

/** Fields that are not in the schema are dropped, because the library's body has options that we do not offer. */
async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  return schema.safeParse(await request.json().catch(() => undefined)).data;
}

/** Binary data of a ceremony. A credential id is looked up, and PostgreSQL rejects text with a NUL character. */
function base64Url(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);
}

// The field names are those of WebAuthn level 3, sections 5.1.8 and 5.1.9. Credential ids have at most 1,023 bytes (section 4); the other
// limits are several times the size of the largest keys and signatures.
const credentialId = base64Url(1_364);
const clientData = base64Url(4_096);
const encodedObject = base64Url(8_192);

const assertionSchema = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal("public-key"),
    clientExtensionResults: z.object({}),
    response: z.object({
      clientDataJSON: clientData,
      authenticatorData: encodedObject,
      signature: encodedObject,
    }),
  }),
});

const knownTransports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const registrationSchema = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal("public-key"),
    clientExtensionResults: z.object({}),
    response: z.object({
      clientDataJSON: clientData,
      attestationObject: encodedObject.refine(isAttestationWithoutCertificates),
      // Browsers can send further names (section 5.8.4), which are dropped.
      transports: z
        .array(z.string().max(32))
        .max(16)
        .default([])
        .transform((names) => knownTransports.filter((known) => names.includes(known))),
    }),
  }),
  name: z
    .string()
    .max(maximumLength.name)
    .regex(/^\P{Cc}*$/u)
    .optional(),
});

/** Passes on the library's cookies, but neither its messages nor the session token. */
function respond(body: unknown, cookies: Headers): Response {
  const response = Response.json(body, { headers: cookies });
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Translates an expected error of the library, and throws any other. */
function refusalFor(error: unknown): Response {
  if (!isAPIError(error) || error.statusCode >= 500) {
    throw new AppError("internal", "A passkey ceremony failed.", { cause: error });
  }
  return refuse(error.statusCode === 401 ? "signed-out" : "invalid");
}
