import { publicMailboxProviders } from "#app/platform/text/public-mailbox-providers.ts";

/** Second-level labels below which country-code domains register names, as in `acme.co.uk`. */
const sharedSecondLevels: ReadonlySet<string> = new Set(["co", "com", "org", "net", "gov", "edu", "ac"]);

/**
 * The registrable domain whose share of an event's seats is limited, because one owner can create any number of mailboxes below it.
 * Approximates the public suffix list: the last two labels, or three below a shared second level of a two-letter country code. Under an
 * unlisted suffix, several owners share one limit.
 * @returns undefined for a public mailbox provider
 */
export function findLimitedDomain(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (publicMailboxProviders.has(host)) return undefined;
  const labels = host.split(".");
  const [secondLevel = "", topLevel = ""] = labels.slice(-2);
  const hasSharedSecondLevel = topLevel.length === 2 && sharedSecondLevels.has(secondLevel);
  return labels.slice(hasSharedSecondLevel ? -3 : -2).join(".");
}
