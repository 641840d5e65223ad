import type { ReactNode } from "react";
import "./access-card.css";

/**
 * The main element of a screen with one card: a sign-in form or the reason why a page is not available.
 * @param script URL of the island that enhances the card's forms
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
