import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isChanged, createFormDraft } from "./form-draft.client.ts";

/**
 * Saves a draft of a form until it is submitted or the person leaves its page, so that neither the end of a session
 * nor re-authentication loses input.
 * @param form a selector within `main`
 * @param isRefused whether the submission was rejected and its values are displayed again
 * @returns whether a draft has just been restored
 */
export function useFormDraft(
  main: RefObject<HTMLElement | null>,
  { account, form: selector, isRefused }: { account: string; form: string; isRefused: boolean },
): boolean {
  // The key changes with each response and page.
  const { key } = useLocation();
  const [restoredAt, setRestoredAt] = useState<string>();
  useEffect(() => {
    const find = () => main.current?.querySelector<HTMLFormElement>(selector) ?? null;
    const draft = createFormDraft(account, location.pathname + location.search);
    const form = find();
    // People can type before the page is hydrated.
    if (form !== null && (isRefused || isChanged(form))) draft.save(form);
    // oxlint-disable-next-line react/set-state-in-effect -- a draft can be restored only after the form is rendered
    else if (form !== null && draft.restore(form)) setRestoredAt(key);
    const listening = new AbortController();
    const save = ({ target }: Event): void => {
      const edited = find();
      if (target instanceof Element && edited?.contains(target) === true) draft.save(edited);
    };
    document.addEventListener("input", save, { signal: listening.signal });
    return () => {
      listening.abort();
      // The form was submitted or its page was left. The end of a session replaces the document, so this code does not run then.
      draft.delete();
    };
  }, [main, account, selector, isRefused, key]);
  return restoredAt === key;
}

/** Displayed after a draft was restored. */
export const restoredText =
  "We restored what you entered earlier. It isn’t saved yet. Please review and save it.";
