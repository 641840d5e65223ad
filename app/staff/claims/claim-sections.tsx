import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { claimPath, decideClaimsPath, readClaimQuery } from "#app/staff/paths/record-path.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { Evidence, Sentence, StatusBadge } from "./claim-cells.tsx";
import { hasEvidence } from "./claim-view.ts";
import type { ClaimPageView } from "./claim-page-view.ts";
import { claimPageTexts } from "./claims.messages.ts";

/** The sentence with its status and current evidence. */
export function ClaimShown({ claim }: Pick<ClaimPageView, "claim">) {
  const { facts } = claimPageTexts;
  const { evidence, asOf, expires, reason, decided, source, kind, found } = claim;
  const given: readonly (readonly [name: string, value: ReactNode])[] = [
    [facts.evidence, hasEvidence(evidence) ? <Evidence evidence={evidence} key="evidence" /> : ""],
    [facts.asOf, asOf],
    [facts.expires, expires],
    [facts.reason, reason],
    [
      reason === "" ? facts.attached : facts.waived,
      decided === undefined ? "" : claimPageTexts.by(decided.by, decided.at),
    ],
    [facts.source, source],
    [facts.kind, kind],
    [facts.found, found],
  ];
  return (
    <section aria-labelledby="claim">
      <h2 id="claim" className="quote">
        <Sentence claim={claim} />
      </h2>
      <p>
        <StatusBadge claim={claim} />
      </p>
      <FactList facts={given.filter(([, value]) => value !== "")} />
    </section>
  );
}

/** Every page that contains the claim, or did, in the archive. */
export function PagesOfClaim({ places }: Pick<ClaimPageView, "places">) {
  return (
    <section aria-labelledby="pages">
      <h2 id="pages">{claimPageTexts.pages}</h2>
      <ul>
        {places.map(({ path, to, period }) => (
          <li key={path}>
            <Link to={to}>{path}</Link> <span className="soft small">{period}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The other claims of the sentence, which often have the same evidence. */
export function Others({
  claim,
  others,
  canDecide,
}: Pick<ClaimPageView, "claim" | "others"> & { canDecide: boolean }) {
  const list = readClaimQuery(useLocation());
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="others">
      <h2 id="others">{claimPageTexts.others}</h2>
      <ul>
        {others.map(({ id, figure }) => (
          <li key={id}>
            <Link to={claimPath(id, list)}>{figure}</Link>
          </li>
        ))}
      </ul>
      {canDecide ? (
        <p>
          <Link className="link" to={decideClaimsPath([claim.id, ...others.map(({ id }) => id)], { list })}>
            {claimPageTexts.decideAll}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Every decision, the latest first. */
export function History({ history }: Pick<ClaimPageView, "history">) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">{claimPageTexts.history}</h2>
      {history.length === 0 ? <p className="soft">{claimPageTexts.noHistory}</p> : null}
      <ol reversed>
        {history.map(({ revision, isBound, by, evidence, asOf, expires, reason }) => (
          <li key={revision}>
            <p>
              <b>{isBound ? claimPageTexts.bound : claimPageTexts.waived}</b>{" "}
              <span className="soft small">{by}</span>
            </p>
            {isBound ? (
              <>
                <p>
                  <Evidence evidence={evidence} />
                </p>
                <p className="soft small">
                  {`${claimPageTexts.facts.asOf} ${asOf}. ${claimPageTexts.facts.expires} ${expires}.`}
                </p>
              </>
            ) : (
              <p className="note">{reason}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
