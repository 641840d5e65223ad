import { type CountingDeps, mayTry } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { normalizeMailbox } from "#app/intake/spam-checks/normalize-mailbox.ts";

/**
 * Counts a link that a visitor wants sent to a mailbox. All addresses that deliver to the mailbox count together.
 * @param kind "confirm": after a sign-up or when it is asked for again; "reset": a new password
 * @returns false if the mailbox had its links for the day
 */
export function mayMailLink(
  { identity, ...deps }: Omit<CountingDeps, "keys"> & { identity: Pick<Identity, "keys"> },
  clientAddress: string,
  kind: "confirm" | "reset",
  email: string,
): Promise<boolean> {
  const counting = { ...deps, keys: identity.keys };
  return mayTry(counting, "linksByMailbox", clientAddress, `${kind} ${normalizeMailbox(email)}`);
}
