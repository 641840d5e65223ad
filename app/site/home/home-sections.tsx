import { SaleBars, saleDifference } from "#app/site/drawings/sale-bars.tsx";
import { LineOfLife } from "#app/site/drawings/line-of-life.tsx";
import { Stars } from "#app/site/reviews/stars.tsx";
import { Testimonial } from "#app/site/reviews/testimonial.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { homeFaqs } from "#content/faqs.ts";
import { home } from "#content/home.ts";
import { services } from "#content/services.ts";
import { millions, unplannedSale } from "#content/tax-example.ts";
import { testimonials } from "#content/testimonials.ts";
import "#app/pages/document/bedrock.css";
import "./owner-questions.css";
import "./home-sections.css";

/** Four facts about the firm, below the first screen. */
export function PracticeFacts({ years }: { years: number }) {
  return (
    <div className="course">
      <ul className="wrap">
        {home.facts.map(({ title, text, link }) => (
          <li key={title}>
            <b>{`${title.replace("{years}", String(years))} `}</b>
            {link === undefined ? (
              text
            ) : (
              <>
                {`${text} `}
                <a href={link.path}>{link.label}</a>.
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The five value propositions as a numbered list. */
export function ValuePropositions() {
  const { heading, note, items } = home.values;
  return (
    <section className="wrap" id="about">
      <div className="row">
        <NumeralHeading numeral={String(items.length)} lines={heading} />
        <p className="note">{note}</p>
        <ol className="ruled-list text">
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

/** The sale of one company with and without a plan, with the assumptions of the drawing. */
export function SaleExample() {
  const { heading, assumptions, explanation, link } = home.sale;
  return (
    <section className="bedrock">
      <div className="wrap row">
        <NumeralHeading numeral={millions(unplannedSale.price, 0)} lines={heading} wide />
        <p className="note">{assumptions}</p>
        <div className="text">
          <SaleBars />
          <p className="sum">
            {"The lighter step is about "}
            <b>{`$${(Math.floor(saleDifference / 10_000) * 10_000).toLocaleString("en-US")}`}</b>
            {`. ${explanation} `}
            <a href={link.path}>{link.label}</a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** The drawing of the deadlines of five choices. */
export function LastDays() {
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral="5+" lines={home.lastDays.heading} />
        <div className="full">
          <LineOfLife />
        </div>
      </div>
    </section>
  );
}

/** Testimonials and stars. Both are empty until consent and a rating are on record, and the text says so. */
export function SuccessStories() {
  const { heading, note, text } = home.stories;
  return (
    <section className="wrap stories">
      <div className="row">
        <NumeralHeading lines={heading} />
        <p className="note">{note}</p>
        <div className="text">
          <Stars />
          <p>{text}</p>
          {testimonials.map((testimonial) => (
            <Testimonial testimonial={testimonial} key={testimonial.quote} />
          ))}
          <p className="acts">
            <a className="btn" href="/reviews">
              Read More Success Stories
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** The services as cards of different widths. */
export function ServiceCards() {
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral={String(services.length)} lines={home.services.heading} />
        <ul className="wall full">
          {services.map(({ title, text, path, about }) => (
            <li className="stone" key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              {/* Text for screen readers is inside the link, because search engines ignore an aria-label. */}
              <a href={path}>
                Learn More<span className="unseen">{` about ${about}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Questions of which one can be open at a time, as details elements with a shared name. */
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
