import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useActionData, useLocation, useNavigate } from "react-router";
import { createFormDrafts, type FormDrafts, getDraftName, isChanged } from "./form-drafts.client.ts";

/**
 * Saves drafts of the forms with the attribute `data-draft` until they are submitted or their page is left, so that neither the end of a
 * session nor re-authentication loses input. Drafts are restored on the same page for the same account.
 * @param account undefined on error pages, after which drafts are restored as well
 * @returns whether a draft has just been restored
 */
export function useFormDrafts(account: string | undefined): boolean {
  // The key changes with each response and each page.
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAnswered = useActionData() !== undefined;
  const submitted = useRef<string>(undefined);
  const [restoredAt, setRestoredAt] = useState<string>();
  const open = useEffectEvent((): FormDrafts | undefined => {
    const response = { submitted: submitted.current, isAnswered };
    submitted.current = undefined;
    if (account === undefined) {
      lastPage = undefined;
      return undefined;
    }
    const opened = openPage({ account, pathname, search }, response);
    if (opened.query !== undefined) void navigate({ search: opened.query }, { replace: true });
    if (opened.isRestored) setRestoredAt(key);
    return opened.drafts;
  });
  useEffect(() => {
    const drafts = open();
    const stopped = new AbortController();
    const { signal } = stopped;
    document.addEventListener("input", ({ target }) => saveInput(drafts, target), { signal });
    document.addEventListener("formdata", (event) => keepHiddenFields(drafts, event), { signal });
    const noteSubmission = ({ target, submitter }: SubmitEvent): void => {
      if (target instanceof HTMLFormElement) submitted.current = findSubmitted(target, submitter);
    };
    document.addEventListener("submit", noteSubmission, { signal });
    return () => stopped.abort();
  }, [account, key]);
  return restoredAt === key;
}

/** Displayed after a draft was restored. */
export const restoredText =
  "We restored what you entered earlier. It isn’t saved yet. Please review and save it.";

type Response = { submitted: string | undefined; isAnswered: boolean };
/** With `query`, the page must be opened with that query, because it displays the form of the draft. */
type Opened = { drafts?: FormDrafts; isRestored: boolean; query?: string };

/** The last page that this document has displayed, and the names of its forms. */
let lastPage: { account: string; pathname: string; names: ReadonlySet<string> } | undefined;

/** Deletes the drafts that are no longer needed, and fills in the forms. */
function openPage(
  { account, pathname, search }: { account: string; pathname: string; search: string },
  response: Response,
): Opened {
  const before = lastPage;
  const drafts = createFormDrafts(account, pathname);
  const query = before === undefined ? findOtherQuery(drafts, search) : undefined;
  if (query !== undefined) return { isRestored: false, query };
  lastPage = { account, pathname, names: listDisplayedForms() };
  if (before?.account === account && before.pathname === pathname) {
    deleteFinished(drafts, response, before.names);
    // Without a message, because the person has not left the page.
    fillInForms(drafts, response);
    return { drafts, isRestored: false };
  }
  if (before !== undefined) createFormDrafts(before.account, before.pathname).deleteAll();
  return { drafts, isRestored: fillInForms(drafts, response) };
}

function findForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[data-draft]")];
}

function listDisplayedForms(): ReadonlySet<string> {
  return new Set(findForms().map(getDraftName));
}

/**
 * Deletes the draft of the form that was saved, and those of forms that are no longer displayed. An answer can hide a form to ask a question
 * or to show a conflict, after which its draft is obsolete.
 * @param before the forms that the page displayed before the response
 */
function deleteFinished(
  drafts: FormDrafts,
  { submitted, isAnswered }: Response,
  before: ReadonlySet<string>,
): void {
  const displayed = listDisplayedForms();
  for (const name of drafts.names()) {
    const isSubmitted = name === submitted;
    const isKept = isAnswered
      ? isSubmitted || before.has(name)
      : !isSubmitted && before.has(name) && displayed.has(name);
    if (!isKept) drafts.delete(name);
  }
}

/** @returns whether a field has changed */
function fillInForms(drafts: FormDrafts, { submitted, isAnswered }: Response): boolean {
  const restored = findForms().map((form) => {
    const isReturned = isAnswered && getDraftName(form) === submitted;
    // A changed form was typed in before the page was hydrated, or was not replaced by the response.
    if (!isReturned && !isChanged(form)) return drafts.restore(form);
    if (isReturned) drafts.saveReturned(form);
    else drafts.save(form);
    return false;
  });
  return restored.includes(true);
}

/**
 * The query of a page whose draft belongs to a form that is not displayed. Signing in returns to a page without its query, where the form can
 * be missing. A link with a query was opened on purpose.
 */
function findOtherQuery(drafts: FormDrafts, search: string): string | undefined {
  if (hasSearchedQuery || search !== "") return undefined;
  hasSearchedQuery = true;
  const displayed = listDisplayedForms();
  const queries = drafts.names().flatMap((name) => (displayed.has(name) ? [] : [drafts.findSearch(name)]));
  return queries.find((query) => query !== "");
}

/** Prevents a loop if the form is missing with the query as well. */
let hasSearchedQuery = false;

/** The draft of a submitted form. A button that returns to another form names the draft of that form. */
function findSubmitted(form: HTMLFormElement, submitter: HTMLElement | null): string {
  return (submitter === null ? "" : getDraftName(submitter)) || getDraftName(form);
}

function saveInput(drafts: FormDrafts | undefined, target: EventTarget | null): void {
  const form = target instanceof Element && "form" in target ? target.form : null;
  if (form instanceof HTMLFormElement && getDraftName(form) !== "") drafts?.save(form);
}

/** Sends the revision on which the input is based, also if the page has displayed a later one since. */
function keepHiddenFields(drafts: FormDrafts | undefined, { target, formData }: FormDataEvent): void {
  if (!(target instanceof HTMLFormElement)) return;
  for (const [name, value] of drafts?.findHiddenFields(getDraftName(target)) ?? []) {
    const field = target.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "hidden") formData.set(name, value);
  }
}
