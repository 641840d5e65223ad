import type { Identity } from "#app/identity/identity.server.ts";
import { countedAddress } from "#app/platform/http/client-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { renderLimits } from "#app/platform/limits.ts";
import type { CheckSession } from "./limit-session-checks.ts";

/** Limits how many rendered pages, sign-in pages and unknown paths are answered per address. */
export type RenderLimit = {
  allows(clientAddress: string, headers: Headers): Promise<boolean>;
  /** Whether the request has a valid session of an account with a role. */
  hasStaffSession(headers: Headers): Promise<boolean>;
  /** Counts a response if it is a page. */
  count(clientAddress: string, answer: Response): void;
  /** Counts a wrong token. */
  countGuess(clientAddress: string): void;
};

type Deps = {
  clock: Clock;
  identity: Pick<Identity, "currentSession">;
  /** The sign-in page and unknown paths are answered before the concurrency limit. */
  checkSession: CheckSession;
  /** Tests use a smaller limit. */
  maxRendersPerMinute?: number | undefined;
};

/**
 * Counts per minute in process memory, because a database count would cost more than it saves. Requests with a staff session are exempt, so
 * another visitor at the same office address cannot lock out staff.
 */
export function limitRenders({
  clock,
  identity,
  checkSession,
  maxRendersPerMinute = renderLimits.maxPerMinute,
}: Deps): RenderLimit {
  const counts = new Map<string, number>();
  let minute = 0;
  const resetEachMinute = (): void => {
    const now = Math.floor(clock.now().getTime() / 60_000);
    if (now !== minute) counts.clear();
    minute = now;
  };
  // Anyone can create an account without a role, and a stolen password completes only the first step.
  const hasStaffSession = async (headers: Headers): Promise<boolean> => {
    const session = await identity.currentSession(headers, "quiet");
    return session !== null && session.staff.role !== "pending" && !session.needsSecondFactor;
  };
  const countRequest = (clientAddress: string): void => {
    resetEachMinute();
    const address = countedAddress(clientAddress);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  };

  return {
    async allows(clientAddress, headers) {
      resetEachMinute();
      const address = countedAddress(clientAddress);
      const count = counts.get(address) ?? 0;
      return (
        count < maxRendersPerMinute || (await checkSession(clientAddress, () => hasStaffSession(headers)))
      );
    },
    hasStaffSession,
    count(clientAddress, answer) {
      const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
      // A 304 response is a page that the client has cached.
      if (isPage || answer.status === 304) countRequest(clientAddress);
    },
    countGuess: countRequest,
  };
}
