import { Form } from "react-router";
import type { DraftClaim } from "#app/staff/content-preview/typed-claims.ts";
import type { AddedClaimView } from "./added-claim-view.ts";
import { AddedClaims } from "./added-claims.tsx";
import { claimTexts } from "./draft-claims.messages.ts";

/** The claims that must be decided before the change is published, and all that it adds with their evidence. */
export function ClaimsPanel({
  open,
  added,
  canDecide,
  canReword,
}: {
  /** Undefined while the draft has mistakes. */
  open: readonly DraftClaim[] | undefined;
  /** All claims that the saved draft adds; undefined while it has mistakes. */
  added: readonly AddedClaimView[] | undefined;
  canDecide: boolean;
  /** Whether the change has words to edit, unlike one that restores a release. */
  canReword: boolean;
}) {
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{claimTexts.heading}</h2>
      {open === undefined ? <p className="soft">{claimTexts.unknown}</p> : null}
      {open?.length === 0 ? <p className="soft">{claimTexts.none}</p> : null}
      {open === undefined || open.length === 0 ? null : (
        <>
          <p>
            {canReword
              ? `${claimTexts.about(open.length)} ${claimTexts.reword}`
              : claimTexts.about(open.length)}
          </p>
          <ul className="draft-claims">
            {open.map(({ figure, sentence, path, reason }) => (
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
