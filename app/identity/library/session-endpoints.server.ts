import { createAuthEndpoint } from "@better-auth/core/api";
import { z } from "zod";
import type { Secrets } from "#app/platform/key-ring.server.ts";

/**
 * Reads the token in the library's signed cookie and signs a cookie for another token, without the library's sessions. Neither function
 * is exposed at a URL.
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

      /** Signs the cookie for the token of a new session. */
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
