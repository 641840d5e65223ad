import { createAuthEndpoint } from "@better-auth/core/api";
import { z } from "zod";

/** The library's signed cookie without its sessions: to read the token in it, and to make one for another token. Neither has an address. */
export const sessionEndpoints = {
  id: "session-endpoints",
  endpoints: {
    /** The token in the request's cookie, where its signature is ours; without asking the database. */
    readSessionToken: createAuthEndpoint.serverOnly(
      { method: "GET", requireHeaders: true },
      async (ctx): Promise<string | undefined> => {
        const { sessionToken } = ctx.context.authCookies;
        // null where there is none, false where its signature is another's.
        return (await ctx.getSignedCookie(sessionToken.name, ctx.context.secret)) || undefined;
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
