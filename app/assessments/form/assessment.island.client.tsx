import { hydrateRoot } from "react-dom/client";
import type { AssessmentFormState } from "./assessment-form.tsx";
import { LiveAssessment } from "./live-assessment.client.tsx";

/** Takes over the form that the server rendered; settled once it answers to events. */
export function start(container: HTMLElement): Promise<void> {
  // Written by the server of the same build, from this very type.
  const state = JSON.parse(container.dataset.props ?? "{}") as AssessmentFormState;
  return new Promise((resolve) => {
    hydrateRoot(container, <LiveAssessment state={state} onReady={resolve} />);
  });
}
