import type { ReactNode } from "react";
import "./move.css";

/** The line starts this many months before closing. */
const monthsShown = 48;

/**
 * One move. Its drawing marks the last useful day on a line from four years before closing to closing, which has the same scale for every
 * move.
 * @param monthsBefore months between the last useful day and closing
 * @param deadline the last useful day in words, which the drawing repeats
 */
export function Move({
  monthsBefore,
  deadline,
  children,
}: {
  monthsBefore: number;
  deadline: string;
  children?: ReactNode;
}) {
  const x = ((monthsShown - monthsBefore) / monthsShown) * 100;
  return (
    <section className="move">
      {children}
      <div className="move-deadline">
        <p>
          {"Last useful day: "}
          <b>{deadline}</b>
        </p>
        <svg aria-hidden="true">
          <line className="axis" x1="0" x2="100%" y1="50%" y2="50%" />
          <line className="open" x1="0" x2={`${x}%`} y1="50%" y2="50%" />
          <circle cx={`${x}%`} cy="50%" r="6" />
        </svg>
        <p className="scale small soft" aria-hidden="true">
          <span>{`${monthsShown / 12} years before`}</span>
          <span>Closing</span>
        </p>
      </div>
    </section>
  );
}
