import type { ReactNode } from "react";
import "./move.css";

/** One move outside of a `MoveList`, whose timeline replaces the line with the last useful day. */
export function Move({ deadline, children }: { deadline: string; children?: ReactNode }) {
  return (
    <section className="move">
      {children}
      <p>
        {"Last useful day: "}
        <b>{deadline}</b>
      </p>
    </section>
  );
}
