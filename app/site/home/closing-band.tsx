import type { ReactNode } from "react";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { home } from "#content/home.ts";
import { practice } from "#content/practice.ts";
import { UnlabeledOak } from "./oak.tsx";
import "#app/ui/styles/band.css";
import "./closing-band.css";

/** Length of the first call, as on the external scheduling page. */
const callMinutes = 30;

/** The closing band of the home page, with the two specified buttons. */
export function ClosingBand() {
  const { heading, note } = home.closing;
  const { sevenSteps } = practice.mailRequests;
  return (
    <ContactBand numeral={String(callMinutes)} lines={heading} note={note}>
      <a className="btn quiet" href={mailRequestHref(sevenSteps)}>
        {sevenSteps.label}
      </a>
    </ContactBand>
  );
}

/** The dark band that ends a page: phone, email and the button for a call. The page has the tree that it repeats. */
export function ContactBand({
  note,
  children,
  ...heading
}: {
  numeral?: string;
  lines: readonly string[];
  note: string;
  children?: ReactNode;
}) {
  return (
    <section className="band" id="contact">
      <UnlabeledOak />
      <div className="wrap">
        <div className="row">
          <NumeralHeading {...heading} />
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
              {children}
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
