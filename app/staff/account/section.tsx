import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { AccountAction, AccountResult, Part } from "./account-actions.ts";
import type { doneMessages } from "./account.messages.ts";
import type { AccountView } from "./load-account.server.ts";

export type SectionProps = {
  account: AccountView;
  result: AccountResult | undefined;
  done: (typeof doneMessages)[keyof typeof doneMessages] | undefined;
};

export type RefusedResult = Extract<AccountResult, { kind: "refused" }>;

/** A section of the page. The result of the last action is displayed first. */
export function Section({
  part,
  title,
  result,
  done,
  children,
}: Omit<SectionProps, "account"> & { part: Part; title: string; children: ReactNode }) {
  const formError = findRefusal(result, part)?.formError;
  const section = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // The pressed button may be gone, so the focus moves to the result, once for each response.
  useEffect(() => {
    const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid]") ?? find(".alert") ?? find("[data-next]"))?.focus();
  }, [result, key]);
  return (
    <section ref={section} aria-labelledby={part}>
      <h2 id={part}>{title}</h2>
      <div>
        {formError === undefined ? null : <Alert text={formError} />}
        {done?.part === part ? <Alert isGood text={done.text} /> : null}
        {children}
      </div>
    </section>
  );
}

/** Returns the refusal of an action in this section, if there is one. */
export function findRefusal(result: AccountResult | undefined, part: Part): RefusedResult | undefined {
  return result?.kind === "refused" && result.part === part ? result : undefined;
}

/** The form of one action. It is submitted once, even if its button is pressed again meanwhile. */
export function ActionForm({
  intent,
  label,
  accessibleLabel,
  press = false,
  fields = {},
  children,
}: {
  intent: AccountAction;
  label: string;
  /** The button's name for screen readers, if its label depends on its surroundings. */
  accessibleLabel?: string;
  /** Whether it is the primary button. */
  press?: boolean;
  /** Hidden fields. */
  fields?: Readonly<Record<string, string>>;
  children?: ReactNode;
}) {
  const isBusy = useNavigation().state !== "idle";
  function preventResubmission(event: SubmitEvent<HTMLFormElement>): void {
    if (isBusy) event.preventDefault();
  }
  return (
    <Form method="post" action={pages.account.path} preventScrollReset onSubmit={preventResubmission}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {children}
      <button
        type="submit"
        className={press ? "btn press" : "btn"}
        aria-label={accessibleLabel}
        aria-disabled={isBusy ? true : undefined}
      >
        {label}
      </button>
    </Form>
  );
}
