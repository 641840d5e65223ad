import type { ReactNode } from "react";
import "./notice.css";

/** A page with a single message: an optional numeral in the margin, a title as its only heading, and a short text. */
export function Notice({
  numeral,
  title,
  children,
}: {
  numeral?: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap notice">
      <div className="row">
        <h1>
          {numeral === undefined ? null : <span className="count wide">{`${numeral} `}</span>}
          <span>{title}</span>
        </h1>
        <div className="text">{children}</div>
      </div>
    </div>
  );
}
