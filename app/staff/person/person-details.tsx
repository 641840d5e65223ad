import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { contactPath } from "#app/staff/paths/person-path.ts";
import { personTexts } from "./person.messages.ts";
import type { Alternative, KnownFact, PersonView } from "./person-view.server.ts";

/**
 * What is known about the person, beside the activity.
 * @param mayEdit whether the viewer can change the contact details
 * @param children the forms that change the consent
 */
export function PersonDetails({
  person: { leadId, facts, alternatives, consent, record },
  mayEdit,
  children,
}: {
  person: Pick<PersonView, "leadId" | "facts" | "alternatives" | "consent" | "record">;
  mayEdit: boolean;
  children: ReactNode;
}) {
  return (
    <aside className="person-details" aria-label={personTexts.details}>
      <section aria-labelledby="details">
        <h2 id="details">{personTexts.details}</h2>
        <dl>
          {facts.map((fact) => (
            <Known fact={fact} key={fact.term} />
          ))}
        </dl>
        <AlsoKnownAs alternatives={alternatives} />
        {mayEdit && record !== undefined ? (
          <p>
            <Link to={contactPath(leadId)}>{personTexts.editContact}</Link>
          </p>
        ) : null}
      </section>
      <section aria-labelledby="consent">
        <h2 id="consent">{personTexts.consent}</h2>
        <dl>
          {consent.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="consent-forms">{children}</div>
      </section>
    </aside>
  );
}

/** A fact, with links to call, to write or to an event. */
function Known({ fact: { term, values } }: { fact: KnownFact }) {
  return (
    <div>
      <dt>{term}</dt>
      {values.map(({ text, href }) => (
        <dd key={text}>
          {href === undefined ? (
            text
          ) : (
            <a href={href}>{text.includes("@") ? <EmailAddress email={text} /> : text}</a>
          )}
        </dd>
      ))}
    </div>
  );
}

/** Names and numbers of forms that differ from those of the record, with their source. */
function AlsoKnownAs({ alternatives }: { alternatives: readonly Alternative[] }) {
  if (alternatives.length === 0) return null;
  return (
    <>
      <h3>{personTexts.known}</h3>
      <ul>
        {alternatives.map(({ text, source }) => (
          <li key={text}>
            {text} <span className="soft">{source}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
