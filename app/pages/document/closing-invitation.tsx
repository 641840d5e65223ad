import type { ReactNode } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { practice } from "#content/practice.ts";
import { ClosingRings } from "./closing-rings.tsx";
import "#app/ui/styles/band.css";
import "./closing-invitation.css";

/** The end of a guide: a description of the call, its button, and another link. */
export function ClosingInvitation({
  heading,
  note,
  button = "Schedule Your Strategy Call",
  bookingUrl = practice.schedulingUrl,
  children,
}: {
  heading: string;
  note: string;
  button?: string;
  bookingUrl?: string;
  children: ReactNode;
}) {
  return (
    <InvitationBand heading={heading} note={note}>
      <OutsideLink className="btn press" href={bookingUrl}>
        {button}
      </OutsideLink>
      {bookingUrl === practice.schedulingUrl ? null : (
        // The reference to the form is of no use on paper.
        <span className="printed-url">{` (${practice.schedulingUrl})`}</span>
      )}
      {children}
    </InvitationBand>
  );
}

/** The dark band that ends a page, with links or buttons as its children. */
export function InvitationBand({
  heading,
  note,
  children,
}: {
  heading: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <section className="band closing-invitation" id="contact">
      <ClosingRings />
      <div className="wrap">
        <div className="row">
          <h2>
            <span>{heading}</span>
          </h2>
          <div className="text">
            <p>{note}</p>
            <p className="acts">{children}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
