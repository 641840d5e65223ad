import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { mailRequestHref } from "#app/pages/mail-request.ts";
import { home } from "#content/home.ts";
import { practice } from "#content/practice.ts";
import { UnlabeledOak } from "./oak.tsx";
import "#app/ui/styles/band.css";
import "./closing-band.css";

/** Length of the first call, as on the external scheduling page. */
const callMinutes = 30;

/** The closing band: phone, email and the two specified buttons. */
export function ClosingBand() {
  const { heading, note } = home.closing;
  return (
    <section className="band" id="contact">
      <UnlabeledOak />
      <div className="wrap">
        <div className="row">
          <NumeralHeading numeral={String(callMinutes)} lines={heading} />
          <p className="note">{note}</p>
          <div className="text">
            <p>
              <a className="num call" href={`tel:${practice.phone.dial}`}>
                {practice.phone.display}
              </a>
            </p>
            <p>
              <a className="write" href={`mailto:${practice.email}`}>
                {practice.email}
              </a>
            </p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
              <a className="btn quiet" href={mailRequestHref(practice.mailRequests.sevenSteps)}>
                {practice.mailRequests.sevenSteps.label}
              </a>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
