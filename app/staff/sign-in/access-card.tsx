import type { ReactNode } from "react";
import { StaffHeader } from "#app/staff/staff-header.tsx";
import "./access-card.css";

/** A quiet screen with one card: where somebody gets in, or is told why not yet. */
export function AccessCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <StaffHeader />
      <main id="main" className="wrap">
        <section className="access-card">
          <h1>{title}</h1>
          {children}
        </section>
      </main>
    </>
  );
}
