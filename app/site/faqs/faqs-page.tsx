import { InlineText } from "#app/pages/document/inline-text.tsx";
import { pages } from "#app/pages/registry.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { Island, type IslandScripts } from "#app/ui/islands/island.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { FaqGroup } from "#content/document-schema.ts";
import { faqGroups } from "#content/faq-groups.ts";
import { fillTaxFigures, type TaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";
import "#app/site/home/owner-questions.css";
import "#app/ui/fields/field.css";
import "./faqs-page.css";

const countQuestions = (): number => faqGroups.reduce((sum, { questions }) => sum + questions.length, 0);

/** All questions in their groups. One is open at a time; in print, all are open. */
export function FaqsPage({ scripts, figures }: { scripts: IslandScripts; figures: TaxFigures }) {
  return (
    <>
      <Island scripts={scripts} props={{}}>
        <header className="wrap faqs-hero">
          <div className="row">
            <h1>
              <span>Questions owners ask before a sale</span>
            </h1>
            <p className="note">Each tax figure shows its year. None of this is tax or legal advice.</p>
            <div className="text">
              <p className="lead">
                {`Short answers to ${countQuestions()} questions about timing, price, tax, family and fees.`}
              </p>
              <p className="acts">
                <OutsideLink className="btn press" href={practice.schedulingUrl}>
                  Schedule Your Strategy Call
                </OutsideLink>
              </p>
              <GroupIndex />
              <Tools />
            </div>
          </div>
        </header>
        {fillTaxFigures(faqGroups, figures).map((group, index) => (
          <QuestionGroup group={group} isFirst={index === 0} key={group.id} />
        ))}
      </Island>
      <ClosingCard />
    </>
  );
}

function GroupIndex() {
  return (
    <nav className="faq-index" aria-label="Groups of questions">
      <ul>
        {faqGroups.map(({ id, title, questions }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>{" "}
            <span>{questions.length === 1 ? "1 question" : `${questions.length} questions`}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Displayed only if scripting is enabled. */
function Tools() {
  return (
    <div className="faq-tools" role="search" aria-label="Questions">
      <div className="field">
        <label htmlFor="faq-filter">Filter questions</label>
        <input id="faq-filter" type="search" autoComplete="off" />
      </div>
      <button className="btn quiet" type="button" data-open-all="">
        Open all
      </button>
      <button className="btn quiet" type="button" data-close-all="">
        Close all
      </button>
      <p className="small soft" role="status" data-status="" />
    </div>
  );
}

/** The first answer of the page is open, so that visitors see what an answer looks like. */
function QuestionGroup({ group: { id, title, questions }, isFirst }: { group: FaqGroup; isFirst: boolean }) {
  return (
    <section className="wrap" id={id}>
      <div className="row faq-group">
        <h2>{title}</h2>
        <div className="text">
          {questions.map((each, index) => (
            <details name="faq" open={isFirst && index === 0} key={each.id}>
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

/** The anchor is inside the `details` element, because browsers open it for a link to an element inside it. */
function Answer({ id, question, seoSnippet, answer, link, cta }: FaqGroup["questions"][number]) {
  return (
    <div className="answer" id={id}>
      <p className="short">{seoSnippet}</p>
      <p>
        <InlineText text={link === undefined ? answer : `${answer} `} />
        {link === undefined ? null : (
          <a className="screen-only" href={link.path}>
            {link.label}
          </a>
        )}
      </p>
      <p className="cta screen-only">
        {`${cta} `}
        <OutsideLink href={practice.schedulingUrl}>
          Get Started<span className="unseen">{`: ${question}`}</span>
        </OutsideLink>
      </p>{" "}
      <a className="screen-only" href={`#${id}`}>
        Link to this answer<span className="unseen">{`: ${question}`}</span>
      </a>
    </div>
  );
}

function ClosingCard() {
  const label = "Schedule a confidential consultation today";
  return (
    <ClosingInvitation
      heading="Still have a question?"
      note="Thirty minutes with an advisor, at no charge."
      button={label}
    >
      <a className="btn quiet" href={pages.eventSignup.path}>
        Or ask at a free live event
      </a>
    </ClosingInvitation>
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
    mainEntity: marked.map(({ question, seoSnippet, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: `${seoSnippet} ${answer}` },
    })),
  };
}
