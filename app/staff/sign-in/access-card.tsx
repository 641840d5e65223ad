import type { ReactNode } from "react";
import type { Staff } from "#app/identity/staff.ts";
import { StaffHeader } from "#app/staff/staff-header.tsx";
import "./access-card.css";

/**
 * A quiet screen with one card: where somebody gets in, or is told why not yet.
 * @param staff who is signed in, where the ways to the other screens help
 * @param script address of the island that makes its forms livelier
 */
export function AccessCard({
  title,
  staff,
  script,
  children,
}: {
  title: string;
  staff?: Staff | undefined;
  script?: string;
  children: ReactNode;
}) {
  return (
    <>
      {staff === undefined ? <StaffHeader /> : <StaffHeader staff={staff} />}
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
