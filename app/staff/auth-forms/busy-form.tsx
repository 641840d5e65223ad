import type { ReactNode } from "react";

/**
 * A form that is posted as the browser posts forms. While it is under way the island writes `busy` on its button and
 * disables everything on the page (`island/busy-forms.client.ts`).
 * @param button what its button says, and what it says meanwhile; `press`: it is what we most want pressed
 */
export function BusyForm({
  button: { label, busy, press = false },
  action,
  intent,
  children,
}: {
  button: { label: string; busy: string; press?: boolean };
  /** Its own page, where nothing is said. */
  action?: string;
  /** Which of several forms of a page it is. */
  intent?: string;
  children?: ReactNode;
}) {
  return (
    <form method="post" action={action} data-busy={busy}>
      <fieldset>
        {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
        {children}
        <button type="submit" className={press ? "btn press" : "btn"}>
          {label}
        </button>
      </fieldset>
    </form>
  );
}
