import type { ClaimDecisionsTable } from "#app/data/schema/claims.ts";
import { daysBetween } from "#app/platform/calendar/day-in.ts";
import type { ClaimStatus } from "./claim-status.messages.ts";
import { maxDaysBeforeExpiry } from "./claim-limits.ts";

/** The statuses of a claim that is on the site. */
export type StatusOnSite = Exclude<ClaimStatus, "drafted" | "gone">;

/**
 * The status of a claim on the site on a day, like that of today in `claim-status.server.ts`.
 * @param made the latest decision until then
 * @param day ISO date in the firm's time zone
 */
export function findStatusOn(
  day: string,
  made: Pick<ClaimDecisionsTable, "decision" | "expiresOn"> | undefined,
  source: string | null,
): StatusOnSite {
  if (made === undefined) return source === null ? "undecided" : "sourced";
  if (made.decision === "waived") return "waived";
  const daysLeft = daysBetween(day, made.expiresOn ?? day);
  if (daysLeft < 0) return "expired";
  return daysLeft <= maxDaysBeforeExpiry ? "expiring" : "bound";
}
