import type { ReactNode } from "react";

/**
 * A form that the browser submits itself. Meanwhile the island displays `busy` on the button and disables the page
 * (`auth-island/busy-forms.client.ts`).
 * @param button.press whether it is the page's primary button
 */
export function BusyForm({
  button: { label, busy, press = false },
  action,
  intent,
  children,
}: {
  button: { label: string; busy: string; press?: boolean };
  /** Defaults to the URL of the page. */
  action?: string;
  /** Identifies the form on pages with several. */
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
