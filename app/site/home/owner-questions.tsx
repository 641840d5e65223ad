import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { homeFaqs } from "#content/faqs.ts";
import { home } from "#content/home.ts";
import "./owner-questions.css";

/** Questions that open one at a time and close again; the shared `name` makes the browser do it. */
export function OwnerQuestions() {
  const { heading, all } = home.questions;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral="Q&A" lines={heading} wide />
        <p className="note">
          <a href={all.path}>{all.label}</a>
        </p>
        <div className="text">
          {homeFaqs.map(({ question, answer, link }) => (
            <details name="faq" key={question}>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p>
                {link === undefined ? answer : `${answer} `}
                {link === undefined ? null : (
                  <a className="screen-only" href={link.path}>
                    Read more<span className="unseen">{` about ${link.about}`}</span>
                  </a>
                )}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
