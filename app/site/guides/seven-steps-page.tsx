import { InlineText } from "#app/pages/document/inline-text.tsx";
import { Sections } from "#app/pages/document/sections.tsx";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { pages } from "#app/pages/registry.ts";
import { StepsTimeline } from "./steps-timeline.tsx";
import { sevenSteps } from "#content/pages/seven-steps.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { practice } from "#content/practice.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import "#app/site/page-hero/page-hero.css";
import "./guide.css";
import "./seven-steps-page.css";

/** The owner's seven decisions: a timeline to scale, each step in detail, and what remains possible with less time. */
export function SevenStepsPage() {
  const { hero, timeline, steps, sections, closing } = sevenSteps;
  const request = practice.mailRequests.sevenSteps;
  return (
    <>
      <header className="wrap page-hero guide-hero">
        <div className="row">
          <h1>
            <span>{hero.headline}</span>
          </h1>
          <p className="note">{hero.note}</p>
          <div className="text">
            <p className="lead">{hero.lead}</p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
              <a className="btn" href={mailRequestHref(request)}>
                {request.label}
                <span className="unseen"> by email</span>
              </a>
              <a className="btn quiet" href={pages.assessment.path}>
                Pre-LOI Assessment
              </a>
            </p>
            <p className="small soft screen-only">{hero.buttonNote}</p>
          </div>
        </div>
      </header>
      <div className="guide-drawn">
        <section className="wrap" id="timeline">
          <div className="row">
            <h2>
              <span>{timeline.heading}</span>
            </h2>
            <p className="note">{timeline.note}</p>
            <div className="text">
              <StepsTimeline steps={steps.items} />
            </div>
          </div>
        </section>
      </div>
      <Steps />
      <Sections sections={sections} />
      <ClosingInvitation {...closing}>
        <a className="btn quiet" href={mailRequestHref(request)}>
          {request.label}
        </a>
      </ClosingInvitation>
    </>
  );
}

function Steps() {
  const { heading, note, items } = sevenSteps.steps;
  return (
    <section className="wrap" id="steps">
      <div className="row">
        <h2>
          <span>{heading}</span>
        </h2>
        <p className="note">
          <InlineText text={note} />
        </p>
        <ol className="text owner-steps">
          {items.map(({ title, when, text, result, people }, index) => (
            <li key={title}>
              <div>
                <h3>
                  <span className="step-number">{`${index + 1} `}</span>
                  {title}
                </h3>
                <p className="small soft">{when}</p>
              </div>
              <div>
                <p>
                  <InlineText text={text} />
                </p>
                <dl>
                  <div>
                    <dt>You end with</dt>
                    <dd>{result}</dd>
                  </div>
                  <div>
                    <dt>Who does it</dt>
                    <dd>{people}</dd>
                  </div>
                </dl>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
