import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { provideBrowserDocuments } from "#app/pages/delivery/provide-browser-documents.client.ts";
import type { EventSignupFormContent } from "./event-signup-form.tsx";
import { LiveEventSignup } from "./live-event-signup.client.tsx";
import { showVisitorTime } from "./visitor-time.client.ts";

/** Hydrates the form. Resolves when it handles events. */
export function start(container: HTMLElement): Promise<void> {
  provideBrowserDocuments(container.dataset.documents);
  // Runs in a separate task, because formatting makes the browser load its time zone data.
  setTimeout(showVisitorTime);
  // The server of the same build serializes this type.
  const state = JSON.parse(container.dataset.props ?? "{}") as EventSignupFormContent;
  return new Promise((resolve) => {
    // In short tasks, so that the page responds meanwhile.
    startTransition(() => void hydrateRoot(container, <LiveEventSignup state={state} onReady={resolve} />));
  });
}
