/** Disabled while a form is being submitted. */
const controls = "fieldset";
const tabs = "[role=tab]";

/** Enables the page again after a stopped or failed submission. */
const timeoutMs = 20_000;

let isSubmitting = false;

/** Displays the busy label from submission until the next page, and prevents a second submission. */
export function watchForms(): void {
  // Some browsers keep controls disabled when a page is reloaded.
  setDisabled(false);
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-busy]")) {
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      // The second submission of a double click would be told that the email is already registered.
      if (isSubmitting) return event.preventDefault();
      isSubmitting = true;
      // Disabled fields are not submitted, so this waits until the browser has read them.
      setTimeout(() => setTimeout(disableWhileSubmitting(form), timeoutMs));
    });
  }
}

/** Displays that a form is being submitted. @returns a function that ends this state */
export function disableWhileSubmitting(form: HTMLFormElement): () => void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const label = button?.textContent ?? "";
  const focused = document.activeElement;
  const ended = new AbortController();
  const end = (): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    isSubmitting = false;
    setDisabled(false);
    if (button !== null) button.textContent = label;
    // Disabling a control removes its focus.
    if (focused instanceof HTMLElement) focused.focus();
  };
  isSubmitting = true;
  setDisabled(true);
  if (button !== null) button.textContent = form.dataset["busy"] ?? label;
  // A page restored from the back/forward cache is no longer submitting.
  addEventListener("pageshow", ({ persisted }) => persisted && end(), { signal: ended.signal });
  return end;
}

function setDisabled(isDisabled: boolean): void {
  for (const each of document.querySelectorAll<HTMLFieldSetElement>(controls)) each.disabled = isDisabled;
  for (const each of document.querySelectorAll<HTMLElement>(tabs)) {
    each.ariaDisabled = isDisabled ? "true" : null;
  }
}
