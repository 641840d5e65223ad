import { AdvisorLetter } from "#app/site/advisor/advisor-letter.tsx";
import { Stars } from "#app/site/reviews/stars.tsx";
import { Testimonial } from "#app/site/reviews/testimonial.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { faqGroups } from "#content/faq-groups.ts";
import { homeFaqs } from "#content/faqs.ts";
import { home } from "#content/home.ts";
import { practice } from "#content/practice.ts";
import { services } from "#content/services.ts";
import { testimonials } from "#content/testimonials.ts";
import "./owner-questions.css";
import "./home-sections.css";

/** Four facts about the firm, below the first screen. */
export function PracticeFacts({ years }: { years: number }) {
  return (
    <div className="course">
      <ul className="wrap">
        {home.facts.map(({ title, path, text, link }) => (
          <li key={title}>
            <b>
              {path === undefined ? (
                `${title.replace("{years}", String(years))} `
              ) : (
                <a href={path}>{`${title} `}</a>
              )}
            </b>
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
        <NumeralHeading lines={heading} />
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

/** The advisor's note, signed, with the facts about the advisor beside it. */
export function AdvisorNote() {
  const { heading, note } = home.advisorNote;
  const { advisor } = practice;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading lines={heading} />
        <p className="note">{note}</p>
        <div className="text">
          <AdvisorLetter text={advisor.note} portrait={advisor.portrait} linksToAbout />
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
        <div className="text stories-columns">
          <Stars />
          <div>
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
      </div>
    </section>
  );
}

/** The services as cards. */
export function ServiceCards() {
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading lines={home.services.heading} />
        <ul className="wall full">
          {services.map(({ title, text, path, about }) => (
            <li className="stone" key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              {/* Text for screen readers is inside the link, because search engines ignore an aria-label. */}
              <a className="screen-only" href={path}>
                Learn More<span className="unseen">{` about ${about}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The number of questions on /faqs. */
const countQuestions = (): number => faqGroups.reduce((sum, { questions }) => sum + questions.length, 0);

/** Questions of which one can be open at a time, as details elements with a shared name. */
export function OwnerQuestions() {
  const { heading, links } = home.questions;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading lines={heading} />
        <div className="text">
          {homeFaqs.map(({ question, answer, link }, index) => (
            <details name="faq" key={question} open={index === 0}>
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
        <p className="note all-questions screen-only">
          {links.map(({ path, label }) => (
            <a href={path} key={path}>
              {label.replace("{questions}", String(countQuestions()))}
            </a>
          ))}
        </p>
      </div>
    </section>
  );
}
