import { stepIds } from "./assessment-steps.ts";

/** Whether one step shows at a time; the style sheet asks the same three things. */
export function isStepped(): boolean {
  return (
    document.documentElement.dataset.plain === undefined &&
    matchMedia("(scripting: enabled)").matches &&
    CSS.supports("selector(:has(a))")
  );
}

/** The step that the address names. @param startAt the one that shows while it names none */
export function stepInAddress(startAt: number): number {
  const step = stepIds.indexOf(location.hash.slice(1));
  return step === -1 ? startAt : step;
}

/** Shows a step, and puts the focus on it: by the address, so that the browser's own “back” leads through the steps too. */
export function goToStep(step: number): void {
  const id = stepIds[step];
  if (id === undefined) return;
  if (location.hash === `#${id}`) focusStep(step);
  else location.hash = id;
}

/** Puts the focus on the first thing to mend in a step, else on the step itself, which makes a screen reader read it. */
export function focusStep(step: number): void {
  const fieldset = document.getElementById(stepIds[step] ?? "");
  const toMend = fieldset?.querySelector<HTMLElement>("input[aria-invalid]");
  (toMend ?? fieldset)?.focus();
}
