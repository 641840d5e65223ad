import { Form } from "react-router";
import { channels, withdrawnTexts } from "#app/leads/person/person.messages.ts";
import { errorWiring, FieldError } from "#app/ui/field.tsx";
import { personTexts } from "./people.messages.ts";

/** The name of the boxes. */
export const channelField = "channel";

/** Notes that the person said stop. @param error what is wrong with what was sent */
export function WithdrawForm({ error }: { error: string | undefined }) {
  return (
    <details className="withdraw" open={error !== undefined}>
      <summary className="btn">{personTexts.withdraw}</summary>
      <Form method="post" className="sheet">
        <p className="soft">{personTexts.withdrawHint}</p>
        <fieldset {...errorWiring(channelField, error)}>
          <legend className="unseen">{personTexts.withdraw}</legend>
          {channels.map((channel, at) => (
            <label className="box" key={channel}>
              <input
                type="checkbox"
                name={channelField}
                value={channel}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page answers a press of a button: here is what is to be mended
                autoFocus={error !== undefined && at === 0}
              />
              {withdrawnTexts[channel]}
            </label>
          ))}
          <FieldError name={channelField} message={error} />
        </fieldset>
        <button type="submit" className="btn">
          {personTexts.save}
        </button>
      </Form>
    </details>
  );
}
