import type { Kysely } from "kysely";
import { z } from "zod";
import { recordStranger } from "#app/audit/record-once.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { canManageOwnAccount } from "#app/identity/accounts/permissions.ts";
import { mayTry } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { RememberDevice } from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { CurrentSession, RecordRefusal } from "#app/identity/sessions/session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type BetterAuth, basePath, clientAddressHeader } from "#app/identity/library/better-auth.server.ts";
import { cookiesOf, withCurrentSessionCookie } from "#app/identity/library/call-library.server.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { completeSignIn } from "#app/identity/sessions/complete-sign-in.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { AppError } from "#app/platform/errors.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/refusal.ts";

type Deps = {
  currentSession: CurrentSession;
  noteRefusal: RecordRefusal;
  db: Kysely<Database>;
  clock: Clock;
  outbox: Pick<Outbox, "wake">;
  keys: IdentityKeys;
  auth: BetterAuth;
  rememberDevice: RememberDevice;
};

type Door = (deps: Deps, visitor: Visitor) => Promise<Response>;

/** The ceremonies of WebAuthn, each in two calls of the browser. The library has more addresses; these are all that are open. */
const doors: Readonly<Record<string, Door>> = {
  [`GET ${basePath}/passkey/generate-authenticate-options`]: beginSignIn,
  [`POST ${basePath}/passkey/verify-authentication`]: endSignIn,
  [`GET ${basePath}/passkey/generate-register-options`]: (deps, visitor) =>
    asOwner(deps, visitor, beginRegistration),
  [`POST ${basePath}/passkey/verify-registration`]: (deps, visitor) =>
    asOwner(deps, visitor, endRegistration),
};

/** Methods and addresses of the ceremonies, as `GET /api/auth/passkey/…`. */
export const passkeyPaths: readonly string[] = Object.keys(doors);

export function createPasskeyEndpoints(deps: Deps): (visitor: Visitor) => Promise<Response> {
  return async (visitor) => {
    const { request, clientAddress } = visitor;
    const door = doors[`${request.method} ${new URL(request.url).pathname}`];
    if (door === undefined) return refuse("not-found");
    if (!(await mayTry(deps, "passkeysByAddress", clientAddress))) return refuse("too-many");
    return door(deps, visitor);
  };
}

/** With no passkey anywhere there is nothing to choose from, and the person is told so at once. */
async function beginSignIn(deps: Deps, visitor: Visitor): Promise<Response> {
  const enrolled = await deps.db.selectFrom("staffPasskeys").select("id").limit(1).executeTakeFirst();
  if (enrolled === undefined) return refuse("not-found");
  const response = await askLibrary(deps, visitor);
  if (!response.ok) return refusalOf(response);
  const options: unknown = await response.json();
  // The library would only prefer that the passkey asks for its owner; what does not is refused at the end.
  return answer({ ...(options as object), userVerification: "required" }, response);
}

async function endSignIn(deps: Deps, visitor: Visitor): Promise<Response> {
  const before = await deps.currentSession(visitor.request.headers, "quiet");
  const response = await askLibrary(deps, visitor, await credentialIn(visitor.request));
  const { clientAddress } = visitor;
  if (!response.ok) {
    const details = { with: "passkey", reason: "wrong" };
    await recordStranger(deps.db, { action: "sign-in-failed", details, clientAddress });
    return refusalOf(response);
  }
  const { token, account } = await begunSession(response);
  await completeSignIn(deps.db, { token, account, with: "passkey", before, clientAddress });
  const signedIn = answer({ ok: true }, response);
  signedIn.headers.append("set-cookie", deps.rememberDevice(account.id, "code", visitor.request.headers));
  return signedIn;
}

async function beginRegistration(deps: Deps, visitor: Visitor): Promise<Response> {
  const response = await askLibrary(deps, visitor);
  return response.ok ? answer(await response.json(), response) : refusalOf(response);
}

/** Who is told of it, and the record, are seen to as soon as the passkey is verified and before it is kept (`better-auth.server.ts`). */
async function endRegistration(deps: Deps, visitor: Visitor): Promise<Response> {
  const response = await askLibrary(deps, visitor, await credentialIn(visitor.request));
  if (!response.ok) return refusalOf(response);
  deps.outbox.wake();
  return answer({ ok: true }, response);
}

/** A new way in is added by somebody who has just shown who they are. */
async function asOwner(deps: Deps, visitor: Visitor, door: Door): Promise<Response> {
  const session = await deps.currentSession(visitor.request.headers);
  if (session === null) return refuse("signed-out");
  if (nextSignInStep(session) !== undefined) return refuse("proof");
  if (!canManageOwnAccount(session.staff)) {
    await deps.noteRefusal(session, new URL(visitor.request.url).pathname);
    return refuse("forbidden");
  }
  return session.hasRecentAuthentication ? door(deps, visitor) : refuse("proof");
}

/** What the browser's authenticator says. Whatever else came with it could ask the library for more than we offer. */
async function credentialIn(request: Request): Promise<string> {
  const parsed = credentialSchema.safeParse(await request.json().catch(() => undefined));
  return JSON.stringify(parsed.data ?? {});
}

const credentialSchema = z.object({
  response: z.record(z.string(), z.unknown()),
  name: z.string().max(maximumLength.name).optional(),
});

async function askLibrary(
  { auth }: Deps,
  { request, clientAddress }: Visitor,
  body?: string,
): Promise<Response> {
  const headers = await withCurrentSessionCookie(auth, request.headers);
  headers.set(clientAddressHeader, clientAddress);
  headers.delete("content-length");
  const { method, url } = request;
  return auth.handler(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
}

/** The library's cookies go along; its words and the session's token do not. */
function answer(body: unknown, { headers }: Response): Response {
  const answered = Response.json(body, { headers: cookiesOf(headers) });
  answered.headers.set("cache-control", "no-store");
  return answered;
}

function refusalOf({ status }: Response): Response {
  if (status >= 500) throw new AppError("internal", `A passkey ceremony answered ${status}`);
  return refuse(status === 401 ? "signed-out" : "invalid");
}

async function begunSession(
  response: Response,
): Promise<{ token: string; account: { id: string; email: string } }> {
  // The library's own answer to exactly this call.
  const { session, user } = (await response.json()) as {
    session: { token: string };
    user: { id: string; email: string };
  };
  return { token: session.token, account: { id: user.id, email: user.email } };
}
