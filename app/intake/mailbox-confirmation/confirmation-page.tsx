import type { ReactNode } from "react";
import { practice } from "#content/practice.ts";
import "./confirmation-page.css";

/** The layout of both pages of a mailbox confirmation. */
export function ConfirmationPage({
  heading,
  lead,
  children,
}: {
  heading: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap">
      <div className="row confirmation">
        <h1>
          <span>{heading}</span>
        </h1>
        <div className="text">
          <p className="lead">{lead}</p>
          {children}
        </div>
      </div>
    </div>
  );
}

/** A sentence with the phone number as a link. */
export function TextWithPhone({ text }: { text: string }) {
  const { display, dial } = practice.phone;
  const [before, after] = text.split(display);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a className="num" href={`tel:${dial}`}>
        {display}
      </a>
      {after}
    </>
  );
}
