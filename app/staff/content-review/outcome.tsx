import { Alert } from "#app/ui/alert.tsx";

/** What was done, or why not. A refusal about a field leaves the focus to it. */
export function Outcome({
  done,
  refusal,
}: {
  done: string | undefined;
  refusal: { text: string; field?: string | undefined } | undefined;
}) {
  if (refusal !== undefined) return <Alert text={refusal.text} leavesFocus={refusal.field !== undefined} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}
