import { InlineText } from "#app/pages/document/inline-text.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { FaqGroup } from "#content/document-schema.ts";
import { faqGroups } from "#content/faq-groups.ts";
import { fillTaxFigures, type TaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";
import "#app/site/home/owner-questions.css";
import "#app/site/services/let-us-talk.css";
import "./faqs-page.css";

const count = faqGroups.reduce((sum, { questions }) => sum + questions.length, 0);

/** All questions in their groups. One is open at a time; in print, all are open. */
export function FaqsPage({ figures }: { figures: TaxFigures }) {
  return (
    <>
      <header className="wrap faqs-hero">
        <div className="row">
          <h1>
            <span className="count">{`${count} `}</span>
            <span>questions owners ask before a sale</span>
          </h1>
          <nav className="note" aria-label="Groups of questions">
            <ul>
              {faqGroups.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <p className="lead text">
            Answers in a paragraph each, and where to read on. Figures that illustrate say so, and every tax
            figure names its year.
          </p>
        </div>
      </header>
      {fillTaxFigures(faqGroups, figures).map((group) => (
        <QuestionGroup group={group} key={group.id} />
      ))}
      <section className="talk">
        <div className="wrap row">
          <h2>
            <span>Schedule a confidential consultation today</span>
          </h2>
          <p className="note">Thirty minutes with an advisor, without charge. Nothing is promised.</p>
          <div className="text">
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule a confidential consultation today
              </OutsideLink>
            </p>
          </div>
        </div>
      </section>
    </>
  );
}

function QuestionGroup({ group: { id, title, questions } }: { group: FaqGroup }) {
  return (
    <section className="wrap" id={id}>
      <div className="row faq-group">
        <h2>
          <span className="count wide">{`${questions.length} `}</span>
          <span>{title}</span>
        </h2>
        <div className="text">
          {questions.map((each) => (
            <details name="faq" key={each.question}>
              <summary>
                <h3>{each.question}</h3>
              </summary>
              <Answer {...each} />
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

function Answer({ question, answer, link, cta }: FaqGroup["questions"][number]) {
  return (
    <>
      <p>
        <InlineText text={link === undefined ? answer : `${answer} `} />
        {link === undefined ? null : (
          <a className="screen-only" href={link.path}>
            {link.label}
          </a>
        )}
      </p>
      <p className="screen-only">
        {`${cta} `}
        <OutsideLink href={practice.schedulingUrl}>
          Get Started<span className="unseen">{`: ${question}`}</span>
        </OutsideLink>
      </p>
    </>
  );
}

/** Structured data of the 12 questions that the specification marks for search engines (section 2), with the answers of the page. */
export function faqData(figures: TaxFigures) {
  const marked = fillTaxFigures(faqGroups, figures)
    .flatMap(({ questions }) => questions)
    .filter(({ structured }) => structured === true);
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: marked.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
