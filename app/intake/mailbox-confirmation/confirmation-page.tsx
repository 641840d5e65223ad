import type { ReactNode } from "react";
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
