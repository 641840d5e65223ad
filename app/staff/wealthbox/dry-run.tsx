import { Form } from "react-router";
import { maxPreviewedPeople } from "#app/integrations/wealthbox-connection/limits.ts";
import type { SyncPreview } from "#app/integrations/wealthbox-connection/preview-sync.server.ts";
import { ChangeButton } from "#app/staff/integrations/change-forms.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { wealthboxTexts } from "./wealthbox.messages.ts";

/** Shows the requests that would be sent. */
export function DryRun({ previews }: { previews: readonly SyncPreview[] | undefined }) {
  return (
    <section aria-labelledby="dry-run">
      <h2 id="dry-run">{wealthboxTexts.preview}</h2>
      <p className="soft">{wealthboxTexts.previewAbout}</p>
      <Form method="post" className="sheet">
        <div className="pair">
          <Field
            label={wealthboxTexts.previewEmail}
            hint={wealthboxTexts.previewEmailHint}
            name="email"
            type="email"
            autoComplete="off"
          />
          <Field
            label={wealthboxTexts.previewCount}
            name="count"
            type="number"
            min={1}
            max={maxPreviewedPeople}
            defaultValue={1}
          />
        </div>
        <div className="acts">
          <ChangeButton change="preview">{wealthboxTexts.previewShow}</ChangeButton>
        </div>
      </Form>
      {previews === undefined ? null : <Previews previews={previews} />}
    </section>
  );
}

function Previews({ previews }: { previews: readonly SyncPreview[] }) {
  if (previews.length === 0) return <Alert text={wealthboxTexts.nothingToSend} isGood />;
  return (
    <>
      <Alert text={wealthboxTexts.previewed(previews.length)} isGood />
      <ul className="previewed">
        {previews.map(({ name, skipReason, requests }, at) => (
          // Two people can have the same name, and the list never changes.
          <li key={at}>
            <h3>{name}</h3>
            {skipReason === undefined ? null : (
              <p>
                {wealthboxTexts.skipped} {skipReason}
              </p>
            )}
            <ol>
              {requests.map(({ line, body }) => (
                <li key={line + (body ?? "")}>
                  <code>{line}</code>
                  {body === undefined ? null : <pre>{body}</pre>}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}
