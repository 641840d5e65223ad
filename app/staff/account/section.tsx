import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { AccountAnswer, Part } from "./account-outcome.ts";
import type { doneMessages } from "./account.messages.ts";
import type { AccountView } from "./load-account.server.ts";
import { Alert } from "#app/ui/alert.tsx";

/** What every part of the page is shown. */
export type Shown = {
  account: AccountView;
  answer: AccountAnswer | undefined;
  done: (typeof doneMessages)[keyof typeof doneMessages] | undefined;
};

export type RefusedAnswer = Extract<AccountAnswer, { kind: "refused" }>;

/** A part of the page: its heading beside it, and first what has just come of it. */
export function Section({
  part,
  title,
  answer,
  done,
  children,
}: Omit<Shown, "account"> & { part: Part; title: string; children: ReactNode }) {
  const refusal = refusalOf(answer, part)?.formError;
  const section = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // What was pressed may be gone: the focus goes to what came of it, once for each answer.
  useEffect(() => {
    const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid]") ?? find(".alert") ?? find("[data-next]"))?.focus();
  }, [answer, key]);
  return (
    <section ref={section} aria-labelledby={part}>
      <h2 id={part}>{title}</h2>
      <div>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {done?.part === part ? <Alert isGood text={done.text} /> : null}
        {children}
      </div>
    </section>
  );
}

/** What was refused in a part of the page, where something was. */
export function refusalOf(answer: AccountAnswer | undefined, part: Part): RefusedAnswer | undefined {
  return answer?.kind === "refused" && answer.part === part ? answer : undefined;
}
