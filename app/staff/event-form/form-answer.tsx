import { useEffect, useRef } from "react";
import { Alert } from "#app/ui/alert.tsx";
import type { EventDraft } from "./event-values.ts";

/** Why nothing was saved. Where a field is to blame, it takes the focus itself. */
export function FormAnswer({ draft }: { draft: EventDraft | undefined }) {
  if (draft?.refusal === undefined) return null;
  return <Alert text={draft.refusal} leavesFocus={Object.keys(draft.errors).length > 0} />;
}

/**
 * Brings the focus to the first field that was refused. Without scripting `autofocus` does that.
 * @param key another one with each answer
 */
export function useFirstError(key: string) {
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
