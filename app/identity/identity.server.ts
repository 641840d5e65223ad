import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/refusal.ts";
import { practice } from "#content/practice.ts";
import { passwordLength } from "./password-length.ts";
import { isRole, type Staff } from "./staff.ts";

export type { Staff } from "./staff.ts";

/** The header in which the server tells this module the visitor's address. It is removed from what comes in. */
export const clientAddressHeader = "x-client-address";

const basePath = "/api/auth";

/** Signing in and out go through our own pages, which call the library themselves. */
const openEndpoints: ReadonlySet<string> = new Set([
  "/passkey/generate-register-options",
  "/passkey/verify-registration",
  "/passkey/generate-authenticate-options",
  "/passkey/verify-authentication",
]);

/** Tries per visitor's address, in seconds: enough for a forgotten password, too few for guessing one. */
const limits = {
  "/sign-in/email": { window: 300, max: 10 },
  // Each call keeps a challenge in the database until it is used or old.
  "/passkey/generate-authenticate-options": { window: 60, max: 10 },
};

export type IdentitySettings = {
  db: Kysely<Database>;
  log: Log;
  /** The site's own address. Secure cookies follow it being https. */
  siteUrl: string;
  /** Every origin whose pages may call the endpoints; includes `siteUrl`'s. */
  trustedOrigins: readonly string[];
  secret: string;
};

/**
 * Who wants to sign in or out: the request, and the address that the server found for it. Limits on guessing count by the
 * address, so it never comes from a header that the visitor wrote.
 */
export type Visitor = { request: Request; clientAddress: string };

/** Signs staff in and out and knows who is asking. The only module that knows Better Auth. */
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(settings: IdentitySettings) {
  const auth = configureBetterAuth(settings);

  return {
    /** Answers those of Better Auth's own endpoints below `/api/auth` that the product uses, and no others. */
    async handle(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname.slice(basePath.length);
      return openEndpoints.has(path) ? auth.handler(request) : refuse("not-found");
    },

    /** Who is asking, or null. Reads the session from the database at each call. */
    async currentStaff(headers: Headers): Promise<Staff | null> {
      const session = await auth.api.getSession({ headers });
      if (session === null) return null;
      const { id, name, email, role } = session.user;
      // A role that we do not know allows nothing.
      return { id, name, email, role: isRole(role) ? role : "pending" };
    },

    /**
     * Tries an e-mail and password, through the same door as the endpoint, so that limits on guessing hold here too.
     * @returns headers with the session's cookie, or why not
     */
    async signIn(
      visitor: Visitor,
      credentials: { email: string; password: string },
    ): Promise<{ ok: true; headers: Headers } | { ok: false; reason: "wrong" | "too-many" }> {
      const response = await auth.handler(internalRequest(visitor, "/sign-in/email", credentials));
      if (response.ok) return { ok: true, headers: cookiesOf(response) };
      if (response.status === 429) return { ok: false, reason: "too-many" };
      if (response.status < 500) return { ok: false, reason: "wrong" };
      throw new AppError("internal", `Sign-in answered ${response.status}`);
    },

    /** Ends the session of this request, if there is one. @returns headers that remove its cookie */
    async signOut(visitor: Visitor): Promise<Headers> {
      return cookiesOf(await auth.handler(internalRequest(visitor, "/sign-out", {})));
    },
  };

  function internalRequest(visitor: Visitor, path: string, body: unknown): Request {
    const headers = new Headers({
      "content-type": "application/json",
      // The caller's own origin was already checked at the door.
      origin: settings.siteUrl,
      [clientAddressHeader]: visitor.clientAddress,
    });
    for (const name of ["cookie", "user-agent"]) {
      const value = visitor.request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Request(`${settings.siteUrl}/api/auth${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  }
}

function configureBetterAuth(settings: IdentitySettings) {
  const site = new URL(settings.siteUrl);
  return betterAuth({
    appName: practice.firmName,
    baseURL: settings.siteUrl,
    basePath,
    secret: settings.secret,
    trustedOrigins: [...settings.trustedOrigins],
    database: { db: settings.db, type: "postgres" },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => {
        // The arguments that follow can hold addresses, and so can a message behind its colon.
        const sentence = message.split(":", 1)[0]?.slice(0, 100);
        settings.log[level === "error" ? "warn" : "debug"]("identity", { message: sentence });
      },
    },
    user: {
      modelName: "staffUsers",
      additionalFields: { role: { type: "string", defaultValue: "pending", input: false } },
    },
    session: { modelName: "staffSessions", expiresIn: 12 * 60 * 60, updateAge: 60 * 60 },
    account: { modelName: "staffAccounts" },
    verification: { modelName: "staffVerifications" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
    },
    rateLimit: { enabled: true, storage: "memory", customRules: limits },
    advanced: {
      cookiePrefix: "practice",
      useSecureCookies: site.protocol === "https:",
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      passkey({
        rpID: site.hostname,
        rpName: practice.firmName,
        origin: settings.siteUrl,
        schema: {
          // The naming convention of the database would read `credentialID` as another name.
          passkey: { modelName: "staffPasskeys", fields: { credentialID: "credentialId" } },
        },
      }),
    ],
  });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}
