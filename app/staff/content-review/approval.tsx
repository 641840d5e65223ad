import { Form } from "react-router";
import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { approvalTexts } from "./review.messages.ts";
import { SeenChange } from "./seen-change.tsx";
import type { AccessView } from "./version-view.server.ts";

type ApprovalProps = {
  change: { id: string; revision: number; state: ChangeState; reason: string };
  access: AccessView;
  refusal: { text: string; field?: string | undefined } | undefined;
  /** The abbreviation of the firm’s time zone. */
  zone: string;
};

/** The decision about a submitted change. */
export function Approval(props: ApprovalProps) {
  const { change, access } = props;
  if (change.state !== "submitted" && change.state !== "approved") return null;
  return (
    <section aria-labelledby="approval" className="approval">
      <h2 id="approval">{approvalTexts.heading}</h2>
      <p className="prose">{change.reason}</p>
      {access.canApprove ? <Decisions {...props} /> : <p className="soft prose">{approvalTexts.waits}</p>}
    </section>
  );
}

function Decisions({ change, access, refusal, zone }: ApprovalProps) {
  const isScheduled = change.state === "approved";
  const error = (field: string) => fieldError(refusal?.field === field ? refusal.text : undefined);
  return (
    <>
      <p className="soft prose">{describeAccess(access)}</p>
      <div className="decisions">
        {access.needsSecondPerson ? null : (
          <>
            <Form method="post" className="sheet" preventScrollReset data-draft="approve">
              <SeenChange change={change} />
              <Field
                label={approvalTexts.note}
                name="decisionReason"
                id="approve-note"
                hint={approvalTexts.noteHint}
                maxLength={maximumLength.freeText}
                autoComplete="off"
              />
              <p className="acts">
                <button type="submit" name="do" value="approve" className="btn press">
                  {isScheduled ? approvalTexts.approveNow : approvalTexts.approve}
                </button>
              </p>
            </Form>
            <Form method="post" className="sheet" noValidate preventScrollReset data-draft="schedule">
              <SeenChange change={change} />
              <div className="pair">
                <Field label={approvalTexts.date} name="date" type="date" required {...error("time")} />
                <Field label={approvalTexts.time(zone)} name="time" type="time" required />
              </div>
              <p className="acts">
                <button type="submit" name="do" value="schedule" className="btn">
                  {approvalTexts.schedule}
                </button>
              </p>
            </Form>
          </>
        )}
        <Form method="post" className="sheet" noValidate preventScrollReset data-draft="return">
          <SeenChange change={change} />
          <TextAreaField
            label={approvalTexts.returnReason}
            name="decisionReason"
            rows={2}
            required
            maxLength={maximumLength.freeText}
            {...error("decisionReason")}
          />
          <p className="acts">
            <button type="submit" name="do" value="reject" className="btn">
              {approvalTexts.return}
            </button>
          </p>
        </Form>
      </div>
    </>
  );
}

function describeAccess({ isOwn, needsSecondPerson }: AccessView): string {
  if (needsSecondPerson) return approvalTexts.secondPerson;
  return isOwn ? approvalTexts.own : approvalTexts.about;
}
