import { Link } from "react-router";
import { claimsPath } from "#app/staff/paths/record-path.ts";
import { claimCountTexts } from "./claims.messages.ts";

/** The claims on the site that need a decision, with links to the register. */
export function ClaimCounts({
  openClaims: { expired, undecided, expiring },
  page,
}: {
  openClaims: { expired: number; undecided: number; expiring: number };
  page: string;
}) {
  const { counts } = claimCountTexts;
  return (
    <p className="claim-counts">
      <Link to={claimsPath()}>{claimCountTexts.register}</Link>{" "}
      {expired === 0 ? null : (
        <Link to={claimsPath({ status: "expired" })} className="tag bad">
          {counts.expired(expired)}
        </Link>
      )}{" "}
      {undecided === 0 ? null : (
        <Link to={claimsPath({ status: "undecided" })} className="tag middle">
          {counts.undecided(undecided)}
        </Link>
      )}{" "}
      {expiring === 0 ? null : (
        <Link to={claimsPath({ status: "expiring" })} className="tag low">
          {counts.expiring(expiring)}
        </Link>
      )}{" "}
      <Link to={claimsPath({ page })}>{claimCountTexts.ofPage}</Link>
    </p>
  );
}
