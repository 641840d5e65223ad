import { deleteUnlessHeld } from "#app/compliance/records/records.server.ts";
import {
  type ChangeDeps,
  changeWebhook,
  removeDestination,
  rotateSecret,
  sendTestEvent,
  setDestinationState,
} from "#app/integrations/destinations/change-destination.server.ts";
import { webhookRefusals, type WebhookDone } from "./integrations.messages.ts";
import {
  parseWebhook,
  readRevision,
  readWebhookValues,
  type WebhookErrors,
  type WebhookValues,
} from "./webhook-values.ts";

/** The changes of a webhook. */
const changes = ["save", "rotate", "pause", "resume", "test", "remove"] as const;

export type WebhookOutcome =
  | { kind: "done"; done: WebhookDone }
  | { kind: "tested"; deliveryId: string }
  /** The new secret is displayed once. */
  | { kind: "rotated"; secret: string }
  /** Without values, the form displays the current settings. */
  | {
      kind: "refused";
      status: 404 | 409 | 422;
      refusal: string;
      values?: WebhookValues;
      errors: WebhookErrors;
    };

type Deps = ChangeDeps & { allowsLocalUrls: boolean };

/** Applies the form of a webhook. */
export async function applyWebhookChange(deps: Deps, id: string, form: FormData): Promise<WebhookOutcome> {
  const change = changes.find((each) => each === form.get("change"));
  switch (change) {
    case undefined:
      return refuse("fields");
    case "save":
      return save(deps, id, form);
    case "rotate": {
      const rotated = await rotateSecret(deps, { id, revision: readRevision(form) });
      if (rotated.ok) return { kind: "rotated", secret: rotated.secret };
      return refuse(rotated.reason === "changed" ? "rotated" : rotated.reason);
    }
    case "pause":
    case "resume": {
      const changed = await setDestinationState(deps, id, change === "pause" ? "paused" : "active");
      if (!changed.ok) return refuse(changed.reason);
      return { kind: "done", done: change === "pause" ? "paused" : "resumed" };
    }
    case "test": {
      const tested = await sendTestEvent(deps, id);
      return tested.ok ? { kind: "tested", deliveryId: tested.deliveryId } : refuse(tested.reason);
    }
    case "remove": {
      const removed = await deleteUnlessHeld(deps.db, (trx) => removeDestination({ ...deps, db: trx }, id));
      if (removed === "held") return refuse("held");
      return removed.ok ? { kind: "done", done: "removed" } : refuse(removed.reason);
    }
  }
}

async function save(deps: Deps, id: string, form: FormData): Promise<WebhookOutcome> {
  const values = readWebhookValues(form);
  const parsed = parseWebhook(values, deps);
  if (!parsed.ok) return { ...refuse("fields"), values, errors: parsed.errors };
  const saved = await changeWebhook(deps, { id, revision: readRevision(form) }, parsed.value);
  return saved.ok ? { kind: "done", done: "saved" } : refuse(saved.reason);
}

function refuse(reason: keyof typeof webhookRefusals): Extract<WebhookOutcome, { kind: "refused" }> {
  const status = reason === "unknown" ? 404 : reason === "fields" ? 422 : 409;
  return { kind: "refused", status, refusal: webhookRefusals[reason], errors: {} };
}
