import { Link } from "react-router";
import { claimTexts } from "#app/staff/content-claims/draft-claims.messages.ts";
import { Alert } from "#app/ui/alert.tsx";

/** What was done, or why not. A refusal about a field leaves the focus to it. */
export function Outcome({
  done,
  refusal,
}: {
  done: string | undefined;
  refusal: { text: string; field?: string | undefined; claims?: string | undefined } | undefined;
}) {
  if (refusal !== undefined) {
    return (
      <>
        <Alert text={refusal.text} leavesFocus={refusal.field !== undefined} />
        {refusal.claims === undefined ? null : (
          <p className="acts">
            <Link className="btn" to={refusal.claims}>
              {claimTexts.decide}
            </Link>
          </p>
        )}
      </>
    );
  }
  return done === undefined ? null : <Alert text={done} isGood />;
}
