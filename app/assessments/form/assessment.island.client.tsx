import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { provideBrowserDocuments } from "#app/pages/delivery/provide-browser-documents.client.ts";
import type { AssessmentFormState } from "./assessment-form.tsx";
import { LiveAssessment } from "./live-assessment.client.tsx";

/** Hydrates the form that the server rendered. The promise resolves when its event handlers are attached. */
export function start(container: HTMLElement): Promise<void> {
  provideBrowserDocuments(container.dataset.documents);
  // The server of the same build serialized this type.
  const state = JSON.parse(container.dataset.props ?? "{}") as AssessmentFormState;
  return new Promise((resolve) => {
    // In short tasks, so that the page responds meanwhile.
    startTransition(() => void hydrateRoot(container, <LiveAssessment state={state} onReady={resolve} />));
  });
}
