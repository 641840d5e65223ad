import type { ReactNode } from "react";
import { StaffHeader } from "#app/staff/staff-header.tsx";
import "./access-card.css";

/**
 * A quiet screen with one card: where somebody gets in, or is told why not yet.
 * @param script address of the island that makes its forms livelier
 */
export function AccessCard({
  title,
  script,
  children,
}: {
  title: string;
  script?: string;
  children: ReactNode;
}) {
  return (
    <>
      <StaffHeader />
      <main id="main" className="wrap">
        <section className="access-card">
          <h1>{title}</h1>
          {children}
        </section>
      </main>
      {/* Not when the browser is idle, as other islands: one of its buttons does its work by script alone. */}
      {script === undefined ? null : <script type="module" src={script} />}
    </>
  );
}
