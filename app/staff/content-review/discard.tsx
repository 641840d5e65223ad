import { Form } from "react-router";
import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { discardTexts } from "./review.messages.ts";
import { SeenChange } from "./seen-change.tsx";

/** Ends a change without publishing it, after a second click. A change that another person has submitted needs a reason. */
export function Discard({
  change,
  isOwn,
  refusal,
}: {
  change: { id: string; revision: number; state: ChangeState };
  isOwn: boolean;
  refusal: { text: string; field?: string | undefined } | undefined;
}) {
  const isRefused = refusal?.field === "discardReason";
  return (
    <details className="discard" open={isRefused}>
      <summary>{change.state === "draft" ? discardTexts.discard : discardTexts.discardChange}</summary>
      <Form method="post" className="sheet" noValidate>
        <SeenChange change={change} />
        <p className="soft small">{discardTexts.hint}</p>
        {isOwn || change.state === "draft" ? null : (
          <Field
            label={discardTexts.reason}
            hint={discardTexts.reasonHint}
            name="discardReason"
            maxLength={maximumLength.freeText}
            autoComplete="off"
            required
            error={isRefused ? refusal.text : undefined}
          />
        )}
        <p className="acts">
          <button type="submit" name="do" value="discard" className="btn destructive">
            {discardTexts.confirm}
          </button>
        </p>
      </Form>
    </details>
  );
}
