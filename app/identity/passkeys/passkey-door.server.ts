import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/database.ts";
import { canManageOwnAccount } from "#app/identity/can.ts";
import { mayTry } from "#app/identity/guessing/count-attempts.server.ts";
import { knownDeviceCookie } from "#app/identity/guessing/known-device.server.ts";
import type { Identity, Visitor } from "#app/identity/identity.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { noteAccountChange } from "#app/identity/letters/note-account-change.server.ts";
import { type BetterAuth, basePath, clientAddressHeader } from "#app/identity/library/better-auth.server.ts";
import { cookiesOf } from "#app/identity/library/call-library.server.ts";
import { deviceName } from "#app/identity/sessions/device-name.ts";
import { endSessions } from "#app/identity/sessions/find-session.server.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { AppError } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/refusal.ts";

type Deps = Pick<Identity, "currentSession"> & {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  siteUrl: string;
  keys: IdentityKeys;
  auth: BetterAuth;
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
export const passkeyDoors: readonly string[] = Object.keys(doors);

export function createPasskeyDoor(deps: Deps): Identity["handle"] {
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
  const response = await askLibrary(deps, visitor);
  const { clientAddress } = visitor;
  if (!response.ok) {
    await recordAudit(deps.db, {
      action: "sign-in-failed",
      actor: { kind: "nobody" },
      details: { with: "passkey", reason: "wrong" },
      clientAddress,
    });
    return refusalOf(response);
  }
  const { user } = await bodyOf(response);
  await deps.db.transaction().execute(async (trx) => {
    // The browser has one cookie: what it held before would go on living unseen.
    if (before !== null) await endSessions(trx, [before.id]);
    await recordAudit(trx, {
      action: "signed-in",
      actor: { kind: "staff", ...user },
      details: { with: "passkey" },
      clientAddress,
    });
  });
  const signedIn = answer({ ok: true }, response);
  const isSecure = deps.siteUrl.startsWith("https:");
  signedIn.headers.append("set-cookie", knownDeviceCookie(deps.keys, user.id, isSecure));
  return signedIn;
}

async function beginRegistration(deps: Deps, visitor: Visitor): Promise<Response> {
  const response = await askLibrary(deps, visitor);
  return response.ok ? answer(await response.json(), response) : refusalOf(response);
}

async function endRegistration(deps: Deps, visitor: Visitor, account: Account): Promise<Response> {
  const response = await askLibrary(deps, visitor);
  if (!response.ok) return refusalOf(response);
  await deps.db.transaction().execute((trx) =>
    noteAccountChange(trx, deps, {
      accountId: account.id,
      email: account.email,
      change: "passkey-added",
      browser: deviceName(visitor.request.headers.get("user-agent")),
      clientAddress: visitor.clientAddress,
    }),
  );
  deps.outbox.wake();
  return answer({ ok: true }, response);
}

type Account = { id: string; email: string };

/** A new way in is added by somebody who has just shown who they are. */
async function asOwner(
  deps: Deps,
  visitor: Visitor,
  door: (deps: Deps, visitor: Visitor, account: Account) => Promise<Response>,
): Promise<Response> {
  const session = await deps.currentSession(visitor.request.headers);
  if (session === null) return refuse("signed-out");
  if (!canManageOwnAccount(session.staff)) return refuse("forbidden");
  if (session.needsSecondFactor || !session.hasFreshProof) return refuse("proof");
  const { id, email } = session.staff;
  return door(deps, visitor, { id, email });
}

function askLibrary({ auth }: Deps, { request, clientAddress }: Visitor): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set(clientAddressHeader, clientAddress);
  return auth.handler(new Request(request, { headers }));
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

async function bodyOf(response: Response): Promise<{ user: Account }> {
  // The library's own answer to exactly this call.
  const { user } = (await response.json()) as { user: Account };
  return { user: { id: user.id, email: user.email } };
}
