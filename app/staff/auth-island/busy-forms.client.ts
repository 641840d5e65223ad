/** Everything that can be pressed or typed into, until an answer is there. */
const controls = "fieldset";
const tabs = "[role=tab]";

/** How long an answer may take. Whoever has stopped the page meanwhile can go on. */
const patienceMs = 20_000;

let isUnderWay = false;

/** Says on each form's button that it is under way, from its submission until another page comes, and sends it once. */
export function watchForms(): void {
  // Some browsers keep what was disabled when a page is reloaded.
  setDisabled(false);
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-busy]")) {
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      // The second click of two: it would be told that its address is registered.
      if (isUnderWay) return event.preventDefault();
      isUnderWay = true;
      // After the browser has read the fields: what is disabled is not sent.
      setTimeout(() => setTimeout(begin(form), patienceMs));
    });
  }
}

/** Shows that a form is under way. @returns shows that it is not any more */
export function begin(form: HTMLFormElement): () => void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const label = button?.textContent ?? "";
  const focused = document.activeElement;
  const over = new AbortController();
  const end = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    isUnderWay = false;
    setDisabled(false);
    if (button !== null) button.textContent = label;
    // A control loses the focus when it is disabled.
    if (focused instanceof HTMLElement) focused.focus();
  };
  isUnderWay = true;
  setDisabled(true);
  if (button !== null) button.textContent = form.dataset["busy"] ?? label;
  // A page that comes back from the browser's memory is no longer sending anything.
  addEventListener("pageshow", ({ persisted }) => persisted && end(), { signal: over.signal });
  return end;
}

function setDisabled(isDisabled: boolean): void {
  for (const each of document.querySelectorAll<HTMLFieldSetElement>(controls)) each.disabled = isDisabled;
  for (const each of document.querySelectorAll<HTMLElement>(tabs)) {
    each.ariaDisabled = isDisabled ? "true" : null;
  }
}
