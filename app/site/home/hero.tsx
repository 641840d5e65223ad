import { OutsideLink } from "#app/ui/outside-link.tsx";
import { Lines } from "#app/ui/numeral-heading.tsx";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { pages } from "#app/pages/registry.ts";
import { home } from "#content/home.ts";
import { practice } from "#content/practice.ts";
import { Oak } from "./oak.tsx";
import "./hero.css";

/** The hero: who the firm is, whom it serves, and one clear next step. The specification quotes the button labels. */
export function Hero({ years }: { years: number }) {
  const { headline, forWhom, lead, buttonNote, buttonLink } = home.hero;
  return (
    <section className="hero" id="top">
      <div className="wrap">
        <h1>
          <Lines lines={headline} />
        </h1>
        <div className="row">
          <p className="note">{forWhom}</p>
          <div className="text">
            <p className="lead">{lead}</p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Let's Talk Exit Strategy
              </OutsideLink>
              <a className="btn" href={pages.assessment.path}>
                Pre-LOI Checklist
              </a>
              <a className="btn quiet" href={mailRequestHref(practice.mailRequests.sevenSteps)}>
                {practice.mailRequests.sevenSteps.label}
              </a>
            </p>
            <p className="small soft screen-only">
              {`${buttonNote} `}
              <a href={buttonLink.path}>{buttonLink.label}</a>.
            </p>
          </div>
        </div>
      </div>
      <Oak years={years} />
    </section>
  );
}
