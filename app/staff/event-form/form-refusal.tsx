import { useEffect, useRef } from "react";
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
