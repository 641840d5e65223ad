import { hydrateRoot } from "react-dom/client";
import type { EventSignupFormState } from "./event-signup-form.tsx";
import { LiveEventSignup } from "./live-event-signup.client.tsx";
import { showVisitorTime } from "./visitor-time.client.ts";

/** Takes over the form that the server rendered; settled once it answers to events. */
export function start(container: HTMLElement): Promise<void> {
  showVisitorTime();
  // Written by the server of the same build, from this very type.
  const state = JSON.parse(container.dataset.props ?? "{}") as EventSignupFormState;
  return new Promise((resolve) => {
    hydrateRoot(container, <LiveEventSignup state={state} onReady={resolve} />);
  });
}
