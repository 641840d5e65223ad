import { type RefObject, useEffect, useRef } from "react";
import { Alert } from "#app/ui/alert.tsx";
import type { EventDraft } from "./event-values.ts";

/** Displays why nothing was saved. If a field has an error, the field is focused instead of the alert. */
export function FormRefusal({ draft }: { draft: EventDraft | undefined }) {
  if (draft?.refusal === undefined) return null;
  return <Alert text={draft.refusal} leavesFocus={Object.keys(draft.errors).length > 0} />;
}

/**
 * Focuses the first invalid field, as `autofocus` does without JavaScript.
 * @param key changes with each response
 */
export function useFocusOnError(key: string) {
  const main = useRef<HTMLElement>(null);
  useEffect(
    () =>
      main.current
        ?.querySelector<HTMLElement>("input[aria-invalid], [aria-invalid] input, textarea[aria-invalid]")
        ?.focus(),
    [key],
  );
  return main;
}

/** Opens the parts of the form that contain restored input. */
export function useOpenFilledDetails(main: RefObject<HTMLElement | null>, isRestored: boolean): void {
  useEffect(() => {
    if (!isRestored) return;
    for (const details of main.current?.querySelectorAll("details") ?? []) {
      const inputs = details.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "input:not([type]), [type=text], textarea",
      );
      if ([...inputs].some(({ value }) => value !== "")) details.open = true;
    }
  }, [main, isRestored]);
}
