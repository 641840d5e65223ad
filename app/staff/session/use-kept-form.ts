import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isChanged, keptForm } from "./kept-form.client.ts";

/**
 * Keeps what is typed into a form until it is saved or its page is left on purpose: a session that ends in between takes nothing along.
 * @param form within `main`, as a selector
 * @param isRefused what was sent was not saved, and stands in the form again
 * @returns whether something that was kept has just been filled in again
 */
export function useKeptForm(
  main: RefObject<HTMLElement | null>,
  { account, form: selector, isRefused }: { account: string; form: string; isRefused: boolean },
): boolean {
  // Another one with each answer, and on each page.
  const { key } = useLocation();
  const [restoredAt, setRestoredAt] = useState<string>();
  useEffect(() => {
    const find = () => main.current?.querySelector<HTMLFormElement>(selector) ?? null;
    const kept = keptForm(account, location.pathname + location.search);
    const form = find();
    // A page can be typed into before its script has come.
    if (form !== null && (isRefused || isChanged(form))) kept.keep(form);
    // oxlint-disable-next-line react/set-state-in-effect -- what the storage holds can be put into a form only once that is there
    else if (form !== null && kept.restore(form)) setRestoredAt(key);
    const listening = new AbortController();
    const keep = ({ target }: Event): void => {
      const typedInto = find();
      if (target instanceof Element && typedInto?.contains(target) === true) kept.keep(typedInto);
    };
    document.addEventListener("input", keep, { signal: listening.signal });
    return () => {
      listening.abort();
      // Answered, or left for another screen. Where the whole page goes, as it does when a session is over, this is not reached.
      kept.forget();
    };
  }, [main, account, selector, isRefused, key]);
  return restoredAt === key;
}

/** What is said then. */
export const restoredText =
  "What you had entered before your session ended is back, and is not saved yet: look it over and save it.";
