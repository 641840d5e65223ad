import { createAuthEndpoint } from "@better-auth/core/api";
import { APIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/** What the library's sessions lack: to read only the cookie, and to give a session another token. Neither has an address. */
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

    /**
     * Replaces a session by one with another token and another assurance, which ends when the old one would have: whoever has
     * learnt the old token has nothing.
     */
    rotateSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ token: z.string(), assurance: z.enum(["aal1", "aal2"]) }) },
      async (ctx): Promise<void> => {
        const { internalAdapter } = ctx.context;
        const found = await internalAdapter.findSession(ctx.body.token);
        if (found === null) throw new APIError("UNAUTHORIZED");
        const { id: _, token, ...kept } = found.session;
        const session = await internalAdapter.createSession(
          found.user.id,
          false,
          { ...kept, updatedAt: new Date(), assurance: ctx.body.assurance },
          true,
        );
        await internalAdapter.deleteSession(token);
        await setSessionCookie(ctx, { session, user: found.user });
      },
    ),
  },
} as const;
