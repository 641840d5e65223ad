import type { ReactNode } from "react";
import "./fold.css";

/** Details that are closed until a reader opens them, without scripting. Paper has them open. */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        {summary}
        <svg viewBox="0 0 12 8" aria-hidden="true">
          <path d="m1 1.5 5 5 5-5" />
        </svg>
      </summary>
      {children}
    </details>
  );
}
