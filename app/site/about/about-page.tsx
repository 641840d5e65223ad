import { Sections } from "#app/pages/document/sections.tsx";
import { AdvisorLetter } from "#app/site/advisor/advisor-letter.tsx";
import { Career, type CareerAge } from "#app/site/advisor/career.tsx";
import { RelatedPages } from "#app/site/articles/related-pages.tsx";
import { UnlabeledOak } from "#app/site/home/oak.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { about } from "#content/pages/about.ts";
import { practice } from "#content/practice.ts";
import "#app/site/services/page-hero.css";
import "#app/ui/styles/band.css";
import "#app/site/home/closing-band.css";

/** The page about the firm and its lead advisor. */
export function AboutPage({ age }: { age: CareerAge }) {
  const { hero, sections } = about;
  return (
    <>
      <header className="wrap page-hero">
        <div className="row">
          <h1>
            <span>{hero.headline}</span>
          </h1>
          <p className="note">{hero.forWhom}</p>
          <div className="text">
            <p className="lead">{hero.lead}</p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
              <a className="btn quiet" href="#check-us">
                Check the record
              </a>
            </p>
          </div>
        </div>
      </header>
      <Sections
        sections={sections.map((section) => ({
          ...section,
          heading: section.heading.replace("{years}", String(age.years)),
        }))}
        drawings={{
          career: <Career {...age} />,
          "advisor-letter": (
            <AdvisorLetter text={practice.advisor.letter} portrait={practice.advisor.portrait} />
          ),
        }}
      />
      <RelatedPages paths={about.related ?? []} />
      <ClosingBand />
    </>
  );
}

/** The dark band that ends the page: an invitation to call. */
function ClosingBand() {
  const { heading, text } = about.closing;
  return (
    <section className="band" id="contact">
      <UnlabeledOak />
      <div className="wrap">
        <div className="row">
          <h2>
            <span>{heading}</span>
          </h2>
          <p className="note">{text}</p>
          <div className="text">
            <p>
              <a className="num call" href={`tel:${practice.phone.dial}`}>
                {practice.phone.display}
              </a>
            </p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
