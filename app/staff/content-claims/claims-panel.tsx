import { Form } from "react-router";
import type { DraftClaim } from "#app/staff/content-preview/typed-claims.ts";
import type { AddedClaimView } from "./added-claim-view.ts";
import { AddedClaims } from "./added-claims.tsx";
import { claimTexts } from "./draft-claims.messages.ts";

/** The claims that must be decided before the change is published, and all that it adds with their evidence. */
export function ClaimsPanel({
  claims,
  added,
  canDecide,
}: {
  /** Undefined while the draft has mistakes. */
  claims: readonly DraftClaim[] | undefined;
  /** All claims that the saved draft adds; undefined while it has mistakes. */
  added: readonly AddedClaimView[] | undefined;
  canDecide: boolean;
}) {
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{claimTexts.heading}</h2>
      {claims === undefined ? <p className="soft">{claimTexts.unknown}</p> : null}
      {claims?.length === 0 ? <p className="soft">{claimTexts.none}</p> : null}
      {claims === undefined || claims.length === 0 ? null : (
        <>
          <p>{claimTexts.about(claims.length)}</p>
          <ul className="draft-claims">
            {claims.map(({ figure, sentence, path, reason }) => (
              <li key={`${figure} ${sentence}`}>
                <span className="tag bad">{claimTexts.reasons[reason]}</span> <b>{figure}</b>
                {`: “${sentence}” (${path})`}
              </li>
            ))}
          </ul>
          {canDecide ? (
            <Form method="post" className="acts">
              <button type="submit" name="do" value="claims" className="btn">
                {claimTexts.decide}
              </button>
            </Form>
          ) : (
            <p className="soft">{claimTexts.ownersDecide}</p>
          )}
        </>
      )}
      {added === undefined ? null : <AddedClaims claims={added} />}
    </section>
  );
}
