import type { KeyObject } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findCookies, findOnlyCookie } from "#app/platform/http/cookies.ts";
import type { KeyRing, Secrets } from "#app/platform/key-ring.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { practice } from "#content/practice.ts";
import { challengeCookie, sessionEndpoints } from "./session-endpoints.server.ts";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/text/shorten.ts";
import type { Visitor } from "./visitor.ts";

/** Tells the library the client address that the server determined. Request headers are never passed on under this name. */
const clientAddressHeader = "x-client-address";

export const basePath = "/api/auth";

/** NIST SP 800-63B-4, section 2.2.3, allows up to 24 hours where two factors are required. */
const maxSessionHours = 12;

const cookiePrefix = "practice";
const sessionCookie = `${cookiePrefix}.session_token`;

export type LibrarySettings = {
  db: Kysely<Database>;
  log: Log;
  /** The site's URL. Cookies are `Secure` if it uses https. */
  siteUrl: string;
  /** The first secret signs session cookies; all secrets verify them. */
  sessionSecrets: Secrets;
};

/** Configures Better Auth for sessions, their signed cookies, and passkeys. Passwords, limits, links and codes are our own. */
export function configureBetterAuth(settings: LibrarySettings) {
  const site = new URL(settings.siteUrl);
  const isSecure = site.protocol === "https:";
  return betterAuth({
    appName: practice.firmName,
    baseURL: settings.siteUrl,
    basePath,
    secret: settings.sessionSecrets[0],
    database: { db: settings.db, type: "postgres" },
    telemetry: { enabled: false },
    logger: { log: quietLog(settings.log) },
    user: { modelName: "staffUsers" },
    session: {
      modelName: "staffSessions",
      expiresIn: maxSessionHours * 60 * 60,
      // Use does not extend a session beyond its maximum age.
      disableSessionRefresh: true,
      additionalFields: { assurance: { type: "string", required: false, input: false } },
    },
    account: { modelName: "staffAccounts" },
    verification: { modelName: "staffVerifications" },
    // Attempts are counted in the database instead (`rate-limits/`), so that all processes share the counts.
    rateLimit: { enabled: false },
    // Our tests compare the tables with the library's schema, so that a start need not.
    advanced: { ...cookies(isSecure), database: { validateSchema: false } },
    databaseHooks: { session: { create: { before: completeSession(settings.db) } } },
    plugins: [
      sessionEndpoints({ name: sessionCookieName(settings.siteUrl), secrets: settings.sessionSecrets }),
      passkeys(site),
    ],
  });
}

/**
 * Returns the headers for a call of the library's server API: its own cookies, the browser and the client address. The session cookie is
 * signed again with the current secret, because the library does not accept previous secrets.
 */
export async function libraryHeaders(
  auth: BetterAuth,
  { request, clientAddress }: Visitor,
): Promise<Headers> {
  const headers = new Headers({ [clientAddressHeader]: clientAddress });
  const userAgent = request.headers.get("user-agent");
  // Stored with each session.
  if (userAgent !== null) headers.set("user-agent", shortenToBytes(userAgent, maxStoredBytes.userAgent));
  const challenge = (await auth.$context).createAuthCookie(challengeCookie).name;
  const pairs = findPair(request.headers, challenge);
  const token = await readSessionToken(auth, request.headers);
  if (token !== undefined) {
    const signed = await auth.api.signSessionCookie({ body: { token, maxAge: 60 }, returnHeaders: true });
    pairs.push(...signed.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? ""));
  }
  headers.set("cookie", pairs.join("; "));
  return headers;
}

/** Returns the token in a request's session cookie if its signature is valid. It does not query the database. */
export async function readSessionToken(auth: BetterAuth, headers: Headers): Promise<string | undefined> {
  const [cookie] = findPair(headers, sessionCookieName(auth.options.baseURL));
  if (cookie === undefined) return undefined;
  return auth.api.readSessionToken({ headers: new Headers({ cookie }) });
}

/**
 * Returns the request's only cookie with a name, as `name=value`. The library never receives other cookies, because it also accepts names
 * with spaces around them, decodes quoted values, and reads the first of several cookies with the same name.
 */
function findPair(headers: Headers, name: string): string[] {
  const value = findOnlyCookie(headers.get("cookie"), name);
  // The characters of our own values, which are encoded.
  return value !== undefined && /^[\w.~!*'()%+/=-]+$/.test(value) ? [`${name}=${value}`] : [];
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

/** Sets what the library would take from the server's clock, which can be wrong, and the assurance. */
function completeSession(db: Kysely<Database>) {
  return async <Session extends object>(session: Session, context: { path?: string } | null) => {
    const { rows } = await sql<{ createdAt: Date; expiresAt: Date }>`
      select now() as created_at, now() + make_interval(hours => ${maxSessionHours}) as expires_at`.execute(
      db,
    );
    // A passkey with user verification combines two factors: possession, and a PIN or biometric.
    const isPasskey = context?.path === "/passkey/verify-authentication";
    return { data: { ...session, ...rows[0], ...(isPasskey ? { assurance: "aal2" } : {}) } };
  };
}

export type BetterAuth = ReturnType<typeof configureBetterAuth>;

/** The only accepted name of the session cookie. */
function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith("https:") ? `__Host-${sessionCookie}` : sessionCookie;
}

/** Secrets that verify session cookies. The first one signs new cookies. */
export function sessionSecrets(keyRing: KeyRing): Secrets {
  const [current, ...previous] = keyRing.keysFor("identity: session cookies");
  const encode = (key: KeyObject): string => key.export().toString("base64url");
  return [encode(current), ...previous.map(encode)];
}

/** The Set-Cookie header that removes the cookie of an ended session. */
export function sessionCookieRemoval(siteUrl: string): string {
  const isSecure = new URL(siteUrl).protocol === "https:";
  return `${sessionCookieName(siteUrl)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers, siteUrl: string): boolean {
  return findCookies(headers.get("cookie"), sessionCookieName(siteUrl)).length > 0;
}

function passkeys(site: URL) {
  return passkey({
    rpID: site.hostname,
    rpName: practice.firmName,
    origin: site.origin,
    advanced: { webAuthnChallengeCookie: challengeCookie },
    // A discoverable credential needs no email address, and user verification makes the passkey a second factor.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    schema: {
      // The query builder's naming plugin would translate `credentialID` to another column.
      passkey: { modelName: "staffPasskeys", fields: { credentialID: "credentialId" } },
    },
    // The library only requests user verification. Registrations are verified in `register-passkey.server.ts`.
    authentication: {
      afterVerification: ({ verification }) =>
        requireUserVerification(verification.authenticationInfo.userVerified),
    },
  });
}

function requireUserVerification(isVerified: boolean): void {
  if (!isVerified) throw new APIError("UNAUTHORIZED", { message: "the user was not verified" });
}

/** Drops arguments and everything after a colon, because both can contain personal data. */
function quietLog(log: Log) {
  return (level: string, message: string): void => {
    log[level === "error" ? "warn" : "debug"]("identity.library_message", {
      message: message.split(":", 1)[0]?.slice(0, 100),
    });
  };
}
