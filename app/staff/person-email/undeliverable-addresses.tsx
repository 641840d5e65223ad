import { Form } from "react-router";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { undeliverableTexts } from "./person-email.messages.ts";
import "./person-email.css";

/** An address to which no email is sent, as the page displays it. */
export type UndeliverableView = { email: string; since: string; reply: string };

/** The field with the address that works again. */
export const deliverableField = "deliverable";

/** The addresses of a person to which no email is sent, each with the button that resumes it. Displays nothing without any. */
export function UndeliverableAddresses({
  addresses,
  mayResume,
}: {
  addresses: readonly UndeliverableView[];
  mayResume: boolean;
}) {
  if (addresses.length === 0) return null;
  return (
    <section className="undeliverable" aria-labelledby="undeliverable">
      <h2 className="unseen" id="undeliverable">
        {undeliverableTexts.heading}
      </h2>
      {addresses.map(({ email, since, reply }) => (
        <div key={email}>
          <div>
            <p>
              <strong>{since}.</strong> <EmailAddress email={email} />
            </p>
            <p className="soft small">{reply}</p>
            <p className="soft small">{undeliverableTexts.about}</p>
          </div>
          {mayResume ? (
            <Form method="post">
              <button type="submit" className="btn" name={deliverableField} value={email}>
                {undeliverableTexts.act}
                <span className="unseen">{undeliverableTexts.ofAddress(email)}</span>
              </button>
            </Form>
          ) : null}
        </div>
      ))}
    </section>
  );
}
