import { Form } from "react-router";
import { editorId } from "#app/staff/content-form/form-fields.ts";
import { TagList } from "#app/staff/content-review/content-cells.tsx";
import { Discard } from "#app/staff/content-review/discard.tsx";
import { SeenChange } from "#app/staff/content-review/seen-change.tsx";
import type { ContentRefusal } from "#app/staff/content-review/decide.server.ts";
import { documentTexts } from "./content.messages.ts";
import type { ChangeView, DocumentView } from "./document-view.server.ts";

/** The title of a document, the state of its change and the actions. */
export function DocumentHead({
  view,
  isEditing,
  refusal,
}: {
  view: DocumentView;
  isEditing: boolean;
  refusal: ContentRefusal | undefined;
}) {
  const { title, live, change, access } = view;
  return (
    <>
      <div className="content-head">
        <h1>{title}</h1>
        <p className="soft">
          {change === undefined ? live : `${documentTexts.draft(change.revision)}, ${change.saved}`}
        </p>
        {isEditing ? (
          <div className="acts">
            <button type="submit" form={editorId} name="do" value="save" className="btn">
              {documentTexts.save}
            </button>
            <button type="submit" form={editorId} name="do" value="submit" className="btn press">
              {documentTexts.submit}
            </button>
          </div>
        ) : null}
        {change === undefined && access.canEdit ? (
          <Form method="post" className="acts">
            <button type="submit" name="do" value="start" className="btn press">
              {documentTexts.start}
            </button>
          </Form>
        ) : null}
      </div>
      {change === undefined ? null : (
        <div className="content-state">
          <Notices change={change} canRebase={isEditing} />
          <div className="state-row">
            <Steps state={change.state} />
            <TagList change={change} />
            <Endings change={change} access={access} refusal={refusal} />
          </div>
        </div>
      )}
    </>
  );
}

const steps = ["draft", "submitted", "published"] as const;

function Steps({ state }: Pick<ChangeView, "state">) {
  const current = state === "approved" ? "submitted" : state;
  return (
    <ol className="steps" aria-label={documentTexts.steps}>
      {steps.map((step) => (
        <li aria-current={step === current ? "step" : undefined} key={step}>
          {documentTexts.stepNames[step]}
        </li>
      ))}
    </ol>
  );
}

/** How a change ends without being published: its authors take it back, or it is discarded. */
function Endings({
  change,
  access: { isOwn, canEdit, canApprove },
  refusal,
}: { change: ChangeView; refusal: ContentRefusal | undefined } & Pick<DocumentView, "access">) {
  const canDiscard = canEdit && (change.state !== "approved" || canApprove);
  return (
    <>
      {isOwn && change.state === "submitted" ? <EditAgain change={change} /> : null}
      {canDiscard ? <Discard change={change} isOwn={isOwn} refusal={refusal} /> : null}
    </>
  );
}

/** Takes a submitted change back, for the people who wrote it. */
function EditAgain({ change }: { change: ChangeView }) {
  return (
    <Form method="post">
      <SeenChange change={change} />
      <button type="submit" name="do" value="reopen" className="btn">
        {documentTexts.editAgain}
      </button>
    </Form>
  );
}

/** What a person has to know before they continue. */
function Notices({ change, canRebase }: { change: ChangeView; canRebase: boolean }) {
  const { returned, scheduled, failure, isOutdated } = change;
  return (
    <>
      {returned === undefined ? null : (
        <Notice title={documentTexts.returned(returned.by, returned.at)} text={returned.reason} />
      )}
      {scheduled === undefined ? null : <Notice text={scheduled} />}
      {failure === undefined ? null : <Notice title={documentTexts.failure} text={failure} isBad />}
      {isOutdated ? <Outdated change={change} canRebase={canRebase} /> : null}
      <Conflicts change={change} />
    </>
  );
}

function Notice({ title, text, isBad = false }: { title?: string; text: string; isBad?: boolean }) {
  return (
    <div className={isBad ? "content-notice bad" : "content-notice"}>
      <p>
        {title === undefined ? null : <b>{title}</b>} {text}
      </p>
    </div>
  );
}

function Outdated({ change, canRebase }: { change: ChangeView; canRebase: boolean }) {
  return (
    <div className="content-notice">
      <p>{documentTexts.outdated}</p>
      {canRebase ? (
        <Form method="post">
          <SeenChange change={change} />
          <button type="submit" name="do" value="rebase" className="btn">
            {documentTexts.rebase}
          </button>
        </Form>
      ) : null}
    </div>
  );
}

/** What a build or a published change has in common with the draft. */
function Conflicts({ change: { isFromBuild, conflicts } }: { change: ChangeView }) {
  if (!isFromBuild && conflicts.length === 0) return null;
  return (
    <div className="content-notice">
      {isFromBuild ? <p>{documentTexts.fromBuild}</p> : null}
      {conflicts.length === 0 ? null : (
        <>
          <p>{documentTexts.conflicts}</p>
          <ul>
            {conflicts.map(({ path, label }) => (
              <li key={path}>{label}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
