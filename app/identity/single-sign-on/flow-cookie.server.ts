import { z } from "zod";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { findOnlyCookie } from "#app/platform/http/cookies.ts";

/** What a sign-in at the provider is for: a session, re-authentication, or connecting an account. */
export const signOnPurposes = ["sign-in", "step-up", "connect"] as const;
export type SignOnPurpose = (typeof signOnPurposes)[number];

const flowSchema = z.object({
  purpose: z.enum(signOnPurposes),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to open afterwards, which was validated. */
  to: z.string(),
  /** In milliseconds. */
  startedAt: z.number(),
  /** The session that re-authenticates or connects its account. */
  sessionId: z.string().optional(),
});

/** A sign-in that the browser has begun. */
export type SignOnFlow = z.infer<typeof flowSchema>;

/** Long enough to enter a password and a code at the provider. */
export const flowMinutes = 10;

const owner = "single sign-on";
const plainName = "practice.sign-on";

type Keys = Pick<IdentityKeys, "seal" | "open">;

/** The cookie that binds a sign-in at the provider to the browser that began it. It is encrypted, because it contains the code verifier. */
export function createFlowCookie(keys: Keys, siteUrl: string) {
  const isSecure = siteUrl.startsWith("https:");
  // A subdomain cannot write a cookie with this prefix (RFC 6265bis).
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    /** Returns the Set-Cookie value. */
    write: (flow: SignOnFlow): string =>
      `${name}=${keys.seal(owner, JSON.stringify(flow))}; Max-Age=${flowMinutes * 60}; ${attributes}`,
    /** The Set-Cookie value that removes the cookie, because each flow is used once. */
    removal: `${name}=; Max-Age=0; ${attributes}`,
    /** @returns undefined if the browser has begun no sign-in in the last minutes */
    read(headers: Headers, now: Date): SignOnFlow | undefined {
      const sealed = findOnlyCookie(headers.get("cookie"), name);
      const opened = sealed === undefined ? undefined : keys.open(owner, sealed);
      if (opened === undefined) return undefined;
      // Another release may have written other fields.
      const flow = flowSchema.safeParse(JSON.parse(opened.text)).data;
      const isRecent = flow !== undefined && now.getTime() - flow.startedAt <= flowMinutes * 60_000;
      return isRecent ? flow : undefined;
    },
  };
}
