import type { ReactNode } from "react";

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
      {/* Loaded immediately, unlike other islands, because one of its buttons needs scripting. */}
      {script === undefined ? null : <script type="module" src={script} />}
    </>
  );
}
