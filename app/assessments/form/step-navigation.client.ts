import { stepIds } from "./assessment-steps.ts";

/** Whether the page displays one step at a time. The style sheet tests the same three conditions. */
export function isStepByStep(): boolean {
  return (
    document.documentElement.dataset.plain === undefined &&
    matchMedia("(scripting: enabled)").matches &&
    CSS.supports("selector(:has(a))")
  );
}

/** The step that the URL's fragment names. @param startAt the step to return if it names none */
export function readStep(startAt: number): number {
  const step = stepIds.indexOf(location.hash.slice(1));
  return step === -1 ? startAt : step;
}

/** Displays and focuses a step. It changes the URL, so that the browser's Back button also moves through the steps. */
export function goToStep(step: number): void {
  const id = stepIds[step];
  if (id === undefined) return;
  if (location.hash === `#${id}`) focusStep(step);
  else location.hash = id;
}

/** Focuses the first invalid field of a step, or the step itself, which makes a screen reader announce it. */
export function focusStep(step: number): void {
  const fieldset = document.getElementById(stepIds[step] ?? "");
  const invalid = fieldset?.querySelector<HTMLElement>("input[aria-invalid]");
  (invalid ?? fieldset)?.focus();
}

type Shortcut = "next" | "enter" | "back" | { answer: number };

/** WCAG 2.1.4 permits shortcuts of one character that cannot be turned off only if they belong to what has the focus. */
function isInQuestion(target: EventTarget | null): boolean {
  return target instanceof HTMLFieldSetElement || target instanceof HTMLInputElement;
}

/** The shortcut for a key, or undefined if the key belongs to the browser or to a text field. */
export function readShortcut(event: KeyboardEvent): Shortcut | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (event.target instanceof HTMLInputElement && event.target.type !== "radio") return undefined;
  switch (event.key) {
    case "ArrowRight":
      return "next";
    case "ArrowLeft":
      return "back";
    case "Enter":
      // On other elements, Enter follows a link or submits the form.
      return event.target instanceof HTMLFieldSetElement ? "enter" : undefined;
    case "1":
    case "2":
    case "3":
      return isInQuestion(event.target) ? { answer: Number(event.key) } : undefined;
    default:
      return undefined;
  }
}
