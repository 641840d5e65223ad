import type { ReactNode, SubmitEvent } from "react";
import { Form, useNavigation } from "react-router";
import { pages } from "#app/pages/registry.ts";
import type { Intent } from "./intents.ts";

/** A form that asks for one thing. It is sent once, however often its button is pressed meanwhile. */
export function ActionForm({
  intent,
  label,
  accessibleLabel,
  press = false,
  quiet = false,
  fields = {},
  children,
}: {
  intent: Intent;
  /** What its button says. */
  label: string;
  /** What its button says to somebody who does not see beside what it stands. */
  accessibleLabel?: string;
  /** It is what we most want pressed. */
  press?: boolean;
  quiet?: boolean;
  /** What goes along unseen. */
  fields?: Readonly<Record<string, string>>;
  children?: ReactNode;
}) {
  const isBusy = useNavigation().state !== "idle";
  function sendOnce(event: SubmitEvent<HTMLFormElement>): void {
    if (isBusy) event.preventDefault();
  }
  return (
    <Form method="post" action={pages.account.path} preventScrollReset onSubmit={sendOnce}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {children}
      <button
        type="submit"
        className={`btn${press ? " press" : ""}${quiet ? " quiet" : ""}`}
        aria-label={accessibleLabel}
        aria-disabled={isBusy ? true : undefined}
      >
        {label}
      </button>
    </Form>
  );
}
