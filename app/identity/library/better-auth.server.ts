import type { KeyObject } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { verifyPassword } from "#app/identity/passwords/hash-password.server.ts";
import type { NewPasskey } from "#app/identity/account-changes/record-new-passkey.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { KeyRing, Secrets } from "#app/platform/key-ring.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { practice } from "#content/practice.ts";
import { sessionEndpoints } from "./session-endpoints.server.ts";

/** The header in which the server tells the library the visitor's address. It never comes from outside. */
export const clientAddressHeader = "x-client-address";

export const basePath = "/api/auth";

/** How long a session lives at the longest: NIST SP 800-63B-4 (section 2.2.3) allows a day where two factors are needed. */
const sessionHours = 12;

const cookiePrefix = "practice";
const sessionCookie = `${cookiePrefix}.session_token`;

export type LibrarySettings = {
  db: Kysely<Database>;
  log: Log;
  /** The site's own address. Secure cookies follow it being https. */
  siteUrl: string;
  /** Every origin whose pages may call the endpoints; includes `siteUrl`'s. */
  trustedOrigins: readonly string[];
  /** The first secret signs session cookies; all secrets verify them. */
  sessionSecrets: Secrets;
  passwords: Pick<Passwords, "hashNow">;
  /** Called when a passkey was verified, before it is kept. */
  recordNewPasskey: (passkey: NewPasskey) => Promise<void>;
};

/** Better Auth as we use it: passwords, sessions with their signed cookie, passkeys. Limits, links and second factors are ours. */
export function configureBetterAuth(settings: LibrarySettings) {
  const site = new URL(settings.siteUrl);
  const isSecure = site.protocol === "https:";
  return betterAuth({
    appName: practice.firmName,
    baseURL: settings.siteUrl,
    basePath,
    secret: settings.sessionSecrets[0],
    trustedOrigins: [...settings.trustedOrigins],
    database: { db: settings.db, type: "postgres" },
    telemetry: { enabled: false },
    logger: { log: quietLog(settings.log) },
    // What fails inside fails here: the library would write it to the terminal, with whatever the database says of it.
    onAPIError: { throw: true },
    user: { modelName: "staffUsers" },
    session: {
      modelName: "staffSessions",
      expiresIn: sessionHours * 60 * 60,
      // A session ends when it ends: being used does not make it longer.
      disableSessionRefresh: true,
      additionalFields: { assurance: { type: "string", required: false, input: false } },
    },
    account: { modelName: "staffAccounts" },
    verification: { modelName: "staffVerifications" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      password: {
        hash: (password) => settings.passwords.hashNow(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    // Counted in the database instead (`guessing/`), so that all processes count together.
    rateLimit: { enabled: false },
    advanced: cookies(isSecure),
    databaseHooks: { session: { create: { before: assureSession } } },
    plugins: [
      sessionEndpoints({ name: sessionCookieName(isSecure), secrets: settings.sessionSecrets }),
      passkeys(site, settings),
    ],
  });
}

function cookies(isSecure: boolean) {
  return {
    // The library defaults to `__Secure-`. `__Host-` also binds the cookie to this host and to path `/` (RFC 6265bis).
    cookiePrefix: isSecure ? `__Host-${cookiePrefix}` : cookiePrefix,
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isSecure },
    ipAddress: { ipAddressHeaders: [clientAddressHeader] },
  };
}

/** A passkey with user verification combines two factors: possession, and a PIN or biometric. */
function assureSession<Session extends object>(session: Session, context: { path?: string } | null) {
  const isPasskey = context?.path === "/passkey/verify-authentication";
  return Promise.resolve({ data: isPasskey ? { ...session, assurance: "aal2" } : session });
}

export type BetterAuth = ReturnType<typeof configureBetterAuth>;

/** The only accepted name of the session cookie. */
function sessionCookieName(isSecure: boolean): string {
  return isSecure ? `__Host-${sessionCookie}` : sessionCookie;
}

/** Secrets that verify session cookies. The first one signs new cookies. */
export function sessionSecrets(keyRing: KeyRing): Secrets {
  const [current, ...previous] = keyRing.keysFor("identity: session cookies");
  const textOf = (key: KeyObject): string => key.export().toString("base64url");
  return [textOf(current), ...previous.map(textOf)];
}

/** The Set-Cookie header that removes the cookie of an ended session. */
export function sessionCookieRemoval(siteUrl: string): string {
  const isSecure = new URL(siteUrl).protocol === "https:";
  return `${sessionCookieName(isSecure)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Whether a request carries a session's cookie, whatever it is worth. */
export function hasSessionCookie(headers: Headers): boolean {
  return headers.get("cookie")?.includes(`${sessionCookie}=`) ?? false;
}

function passkeys(site: URL, { recordNewPasskey }: LibrarySettings) {
  return passkey({
    rpID: site.hostname,
    rpName: practice.firmName,
    origin: site.origin,
    // Found without typing an address, and only by its owner.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    schema: {
      // The naming convention of the database would read `credentialID` as another name.
      passkey: { modelName: "staffPasskeys", fields: { credentialID: "credentialId" } },
    },
    // The library asks for the owner and does not insist.
    registration: {
      async afterVerification({ ctx, verification, user }) {
        insistOnOwner(verification.registrationInfo?.userVerified === true);
        const headerOf = (name: string): string | null => ctx.headers?.get(name) ?? null;
        await recordNewPasskey({
          accountId: user.id,
          userAgent: headerOf("user-agent"),
          clientAddress: headerOf(clientAddressHeader),
        });
      },
    },
    authentication: {
      afterVerification: ({ verification }) => insistOnOwner(verification.authenticationInfo.userVerified),
    },
  });
}

function insistOnOwner(isVerified: boolean): void {
  if (!isVerified) throw new APIError("UNAUTHORIZED", { message: "the passkey did not ask who holds it" });
}

/** The arguments that follow a message can hold addresses, and so can a message behind its colon. */
function quietLog(log: Log) {
  return (level: string, message: string): void => {
    log[level === "error" ? "warn" : "debug"]("identity", {
      message: message.split(":", 1)[0]?.slice(0, 100),
    });
  };
}
