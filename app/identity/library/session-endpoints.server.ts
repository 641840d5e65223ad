import { createAuthEndpoint } from "@better-auth/core/api";
import { z } from "zod";
import type { Secrets } from "#app/platform/key-ring.server.ts";

/**
 * The library's signed cookie without its sessions: to read the token in it, and to make one for another token. Neither has an address.
 * @param cookies the names and secrets that are accepted. The library writes with the first of each
 */
export function sessionEndpoints({ names, secrets }: { names: readonly string[]; secrets: Secrets }) {
  return {
    id: "session-endpoints",
    endpoints: {
      /** The token in the request's cookie, where its signature is ours; without asking the database. */
      readSessionToken: createAuthEndpoint.serverOnly(
        { method: "GET", requireHeaders: true },
        async (ctx): Promise<string | undefined> => {
          for (const name of names) {
            for (const secret of secrets) {
              // null where there is no such cookie, false where its signature does not match.
              const token = await ctx.getSignedCookie(name, secret);
              if (token) return token;
            }
          }
          return undefined;
        },
      ),

      /** The cookie of a token that we have given a session. */
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
