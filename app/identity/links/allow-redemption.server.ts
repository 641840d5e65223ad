import type { LinkKind } from "#app/data/schema/staff.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { allowAttempt, type CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import { findLink } from "./one-time-links.server.ts";

type Deps = CountingDeps & { keys: Pick<IdentityKeys, "limitKey" | "readLinkToken"> };

/**
 * Counts an attempt to use a link and returns whether it is within its limit. A valid link has its own limit, because strangers at the same
 * network address can use up the limit of invalid links.
 */
export async function allowRedemption(
  deps: Deps,
  kind: LinkKind,
  token: string,
  clientAddress: string,
): Promise<boolean> {
  const link = await findLink(deps, kind, token);
  return link === undefined
    ? allowAttempt(deps, "redemptionsByAddress", clientAddress)
    : allowAttempt(deps, "redemptionsByLink", clientAddress, link.id);
}
