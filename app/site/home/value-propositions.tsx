import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import "./value-propositions.css";

/** What has to be right about an exit, as a ruled ledger. */
export function ValuePropositions() {
  const { heading, note, items } = home.values;
  return (
    <section className="wrap" id="about">
      <div className="row">
        <NumeralHeading numeral={String(items.length)} lines={heading} />
        <p className="note">{note}</p>
        <ol className="ledger text">
          {items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
