import { z } from "zod";
import { maximumLength } from "#app/platform/limits.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

/** A person whom the provider has authenticated. */
export type SignOnPerson = {
  /** The provider's identifier of the person. It never changes, unlike the email address. */
  subject: string;
  email: string;
  name: string;
  /** Whether the provider states that it has verified a second factor. */
  hasSecondFactor: boolean;
  /** When the provider authenticated the person, in seconds; undefined if it does not say. */
  authenticatedAt: number | undefined;
};

/** Claims of an ID token (OpenID Connect Core 1.0, section 2) and of the `email` and `profile` scopes (section 5.4). */
const claimsSchema = z.object({
  // The specification permits at most 255 ASCII characters.
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x20-\x7e]+$/),
  email: z.email().max(maximumLength.email),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
  auth_time: z.number().optional(),
  amr: z.array(z.string()).catch([]),
  acr: z.string().optional().catch(undefined),
  hd: z.unknown().optional(),
  xms_edov: z.unknown().optional(),
});

type Claims = z.infer<typeof claimsSchema>;

/**
 * Reads the claims of a verified token.
 * @returns `unverified` if the provider does not state that the address is the person's, and `other-domain` if it is not the firm's
 */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  { issuer, domain }: Pick<SignOnSettings, "issuer" | "domain">,
): { ok: true; person: SignOnPerson } | { ok: false; reason: "unverified" | "other-domain" } {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return { ok: false, reason: "unverified" };
  const email = parsed.data.email.toLowerCase();
  if (!isVerified(parsed.data, new URL(issuer).hostname)) return { ok: false, reason: "unverified" };
  const [localPart = email, mailDomain] = email.split("@", 2);
  if (mailDomain !== domain || isOutsideOrganization(parsed.data, issuer, domain)) {
    return { ok: false, reason: "other-domain" };
  }
  const { sub, amr, acr, auth_time: authenticatedAt } = parsed.data;
  return {
    ok: true,
    person: {
      subject: sub,
      email,
      name: readName(parsed.data.name) ?? localPart,
      hasSecondFactor: amr.includes("mfa") || (acr !== undefined && secondFactorClasses.has(acr)),
      authenticatedAt,
    },
  };
}

/** Values of `acr` that state two factors. Most providers state `mfa` in `amr` instead (RFC 8176). */
const secondFactorClasses: ReadonlySet<string> = new Set([
  "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
  "urn:okta:loa:2fa:any",
]);

/** Microsoft Entra ID has no `email_verified`. Its optional claim `xms_edov` states that the tenant has verified the domain. */
function isVerified({ email_verified, xms_edov }: Claims, issuerHost: string): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return issuerHost === "login.microsoftonline.com" && /^(?:1|true)$/.test(String(xms_edov));
}

/**
 * Anyone can use an address of the firm for a private Google account, which remains after the person has left. Accounts of the firm's
 * organization have its domain as `hd`.
 */
function isOutsideOrganization({ hd }: Claims, issuer: string, domain: string): boolean {
  if (hd === undefined) return issuer === "https://accounts.google.com";
  return hd !== domain;
}

/** @returns undefined for a name that is empty, long or contains control characters */
function readName(name: unknown): string | undefined {
  if (typeof name !== "string" || name.length > maximumLength.name || !/^\P{Cc}*$/u.test(name)) {
    return undefined;
  }
  return name.trim() === "" ? undefined : name.trim();
}
