import type { DestinationState } from "#app/integrations/destinations/destination-states.messages.ts";
import { maxDestinations, secretOverlapHours } from "#app/integrations/destinations/limits.ts";

export const integrationTexts = {
  about: "Other systems that receive leads. Failed events are retried for about two days.",
  webhooks: "Webhooks",
  noWebhooks: "No webhooks yet.",
  wealthbox: "Wealthbox",
  noWealthbox:
    "Not connected. Connect this CRM to create contacts from your leads, with their consent, notes and tasks.",
  connect: "Connect Wealthbox",
  add: "Add webhook",
  log: "Delivery log",
  manage: "Manage",
  manageOf: (name: string) => ` ${name}`,
  contact: "Contact details",
  contactIncluded: "Included",
  contactLeftOut: "Not included",
  events: "Events",
  waiting: "Waiting",
  failed: "Failed in the last seven days",
  lastDelivered: "Last delivered",
  never: "Never",
  added: "Added",
  busyUntil: "Receiver busy until",
  previousSecret: "Previous secret valid until",
  unknown: "This webhook does not exist, or it was deleted.",
} as const;

/** Colors of the badges. */
export const destinationStateTones: Record<DestinationState, "high" | "middle" | "bad"> = {
  active: "high",
  paused: "middle",
  stopped: "bad",
};

export const webhookTexts = {
  back: "Integrations",
  newTitle: "Add webhook",
  state: "Status",
  settings: "Settings",
  name: "Name",
  nameHint: "Displayed in the delivery log",
  url: "URL",
  urlHint: "Starts with https://",
  events: "Events",
  contact: "Include contact details",
  contactHint:
    "Adds name, email address, phone number, company, next step and the owner’s address to each event about a person. Otherwise events contain ids, status, score and consent, but no contact details.",
  save: "Save",
  add: "Add webhook",
  test: "Send test event",
  pause: "Pause",
  resume: "Resume",
  secret: "Signing secret",
  secretAbout: "The receiver verifies events with this secret (Standard Webhooks).",
  secretOnce: "Copy the secret now. It cannot be displayed again.",
  rotate: "Rotate secret",
  rotateAbout: `After a rotation, events are signed with both secrets for ${secretOverlapHours} hours, so that you can update the receiver.`,
  remove: "Delete webhook",
  removeAsk: "Delete…",
  removeAbout: "Deletes the webhook, its log and its waiting events. This cannot be undone.",
  continue: "Continue",
} as const;

/** Confirmations by the parameter `done` of the URL. */
export const webhookDoneTexts = {
  saved: "The webhook was saved.",
  paused: "The webhook is paused. Events wait until you resume it.",
  resumed: "The webhook is active. Waiting events are being sent.",
  removed: "The webhook was deleted.",
  disconnected: "Wealthbox is disconnected.",
} as const;

export type WebhookDone = keyof typeof webhookDoneTexts;

export function isWebhookDone(value: string | null): value is WebhookDone {
  return value !== null && Object.hasOwn(webhookDoneTexts, value);
}

/** Why a change was not made. */
export const webhookRefusals = {
  fields: "Please correct the marked fields.",
  unknown: "A colleague deleted this webhook. Go back to Integrations.",
  held: "A legal hold is in effect, so the webhook and its deliveries were not deleted. You can pause it.",
  changed: "A colleague changed this webhook. Check its current settings, then save again.",
  rotated: "A colleague rotated the secret. Rotate it again to see a new one.",
  "too-many": `You can have up to ${maxDestinations} integrations. Delete one first.`,
  added:
    "This webhook has already been added. Its secret cannot be displayed again; rotate it to get another one.",
  "not-active": "Resume the webhook before you send a test event.",
} as const;

export const webhookErrors = {
  name: "Please enter a name of up to 100 characters.",
  url: "Please enter a complete https:// address without a user name or #.",
  events: "Please choose at least one event.",
} as const;
