import { Form, Link } from "react-router";
import type { Duplicate } from "#app/people/merge/find-duplicates.server.ts";
import { mergePath, personPath } from "#app/staff/paths/person-path.ts";
import { mergeTexts } from "./merge.messages.ts";
import "./person-merge.css";

/** The latest merge, which can be undone. */
export type UndoableMerge = { id: number; text: string };

/** Other records that may be of the same person, and the latest merge. */
export function PossibleMatches({
  leadId,
  duplicates,
  merge,
}: {
  leadId: string;
  duplicates: readonly Duplicate[];
  merge: UndoableMerge | undefined;
}) {
  return (
    <>
      {merge === undefined ? null : (
        <Form method="post" action={mergePath(leadId)} className="merged">
          <p>{merge.text}</p>
          <input type="hidden" name="undo" value={merge.id} />
          <button type="submit" className="btn">
            {mergeTexts.undo}
          </button>
        </Form>
      )}
      {duplicates.length === 0 ? null : (
        <section className="possible" aria-labelledby="possible">
          <h2 id="possible">{mergeTexts.possible}</h2>
          <ul>
            {duplicates.map((duplicate) => (
              <li key={duplicate.leadId}>
                <p>
                  <Link to={personPath(duplicate.leadId)} id={`possible-${duplicate.leadId}`}>
                    {duplicate.name}
                  </Link>
                  , {duplicate.email}. {mergeTexts.reasons[duplicate.reason]}.
                </p>
                <Link
                  className="btn"
                  to={mergePath(leadId, duplicate.leadId)}
                  id={`merge-${duplicate.leadId}`}
                  aria-labelledby={`merge-${duplicate.leadId} possible-${duplicate.leadId}`}
                >
                  {mergeTexts.merge}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
