import { type FocusEvent, useEffect, useRef, useState } from "react";
import type { SessionView } from "#app/identity/sessions/session-events.ts";
import { planSessionWarning } from "./session-warning.ts";
import "#app/ui/notifications.css";
import "./session-warning-notice.css";

const texts = {
  inactive: "You’ll be signed out within 5 minutes because you’ve been inactive.",
  extend: "Stay signed in",
  final: "Your session ends within 5 minutes. Save your work, then sign in again.",
  close: "Close",
} as const;

/** Warns before the session ends, as WCAG 2.2.1 requires. */
export function SessionWarningNotice({
  session,
  onExtend,
}: {
  session: SessionView | null;
  onExtend: () => Promise<void>;
}) {
  const [ending, setEnding] = useState<SessionView>();
  const origin = useRef<Element>(null);
  useEffect(() => {
    if (session === null) return undefined;
    const timer = setTimeout(() => setEnding(session), planSessionWarning(session).delayMs);
    return () => clearTimeout(timer);
  }, [session]);
  const isExtendable = ending !== undefined && planSessionWarning(ending).isExtendable;

  async function extendOrClose(): Promise<void> {
    if (isExtendable) await onExtend();
    else setEnding(undefined);
    // The button is removed.
    if (origin.current instanceof HTMLElement) origin.current.focus();
  }

  if (ending === undefined || ending !== session) return null;
  return (
    <div className="toasts session-end" role="alert">
      <div className="toast bad">
        <p>{isExtendable ? texts.inactive : texts.final}</p>
        <button
          type="button"
          onFocus={({ relatedTarget }: FocusEvent) => (origin.current = relatedTarget)}
          onClick={() => void extendOrClose()}
        >
          {isExtendable ? texts.extend : texts.close}
        </button>
      </div>
    </div>
  );
}
