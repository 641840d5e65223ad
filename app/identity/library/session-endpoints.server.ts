import { createAuthEndpoint } from "@better-auth/core/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Secrets } from "#app/platform/key-ring.server.ts";

/** The name of the cookie for a passkey ceremony. The library adds the prefix. */
export const challengeCookie = "better-auth-passkey";

/** What the library stores for a registration. */
const registrationSchema = z.object({
  type: z.literal("registration"),
  expectedChallenge: z.string(),
  userData: z.object({ id: z.string() }),
});

/**
 * Adds functions to the library's server API that start a session, read or replace its token, and read a passkey challenge. None is exposed
 * at a URL.
 * @param cookie.name the only accepted name
 * @param cookie.secrets accepted secrets; the library signs with the first
 */
export function sessionEndpoints({ name: cookieName, secrets }: { name: string; secrets: Secrets }) {
  return {
    id: "session-endpoints",
    endpoints: {
      /** Returns the token in the request's cookie if its signature is valid. It does not query the database. */
      readSessionToken: createAuthEndpoint.serverOnly(
        { method: "GET", requireHeaders: true },
        async (ctx): Promise<string | undefined> => {
          for (const secret of secrets) {
            // null if the cookie is missing, false if its signature does not match.
            const token = await ctx.getSignedCookie(cookieName, secret);
            if (token) return token;
          }
          return undefined;
        },
      ),

      /** Reads and deletes the challenge of a passkey registration. Returns null if the cookie, the row or the ceremony is another. */
      consumeRegistrationChallenge: createAuthEndpoint.serverOnly(
        { method: "POST", requireHeaders: true },
        async (ctx): Promise<{ challenge: string; accountId: string } | null> => {
          const { createAuthCookie, internalAdapter, secret } = ctx.context;
          const identifier = await ctx.getSignedCookie(createAuthCookie(challengeCookie).name, secret);
          if (!identifier) return null;
          const stored = await internalAdapter.consumeVerificationValue(identifier);
          if (stored === null) return null;
          const { data } = registrationSchema.safeParse(JSON.parse(stored.value));
          return data === undefined
            ? null
            : { challenge: data.expectedChallenge, accountId: data.userData.id };
        },
      ),

      /** Sets the cookie of a new session. The caller has verified the credentials. Returns the token, or null if the account is gone. */
      startSession: createAuthEndpoint.serverOnly(
        { method: "POST", requireHeaders: true, body: z.object({ accountId: z.string() }) },
        async (ctx): Promise<string | null> => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.accountId);
          if (user === null) return null;
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return session.token;
        },
      ),

      /** Signs the cookie for the new token of an existing session. */
      signSessionCookie: createAuthEndpoint.serverOnly(
        { method: "POST", body: z.object({ token: z.string(), maxAge: z.number() }) },
        async (ctx): Promise<void> => {
          const { name, attributes } = ctx.context.authCookies.sessionToken;
          const { token, maxAge } = ctx.body;
          await ctx.setSignedCookie(name, token, ctx.context.secret, { ...attributes, maxAge });
        },
      ),
    },
  } as const;
}
