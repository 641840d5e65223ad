import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";

export const wealthboxTexts = {
  title: "Wealthbox",
  back: "Integrations",
  about:
    "Leads are added to Wealthbox as contacts, with their consent as tags. Data that you enter in Wealthbox is never overwritten: the site fills only empty fields and changes only its own tags.",
  notConnected: "Not connected.",
  connect: "Connect Wealthbox",
  manage: "Manage",
  state: "Status",
  settings: "Settings",
  token: "Access token",
  tokenHint: "Create it in Wealthbox under Settings > API Access. The token is stored encrypted.",
  tokenKept: "Leave empty to keep the current one.",
  statuses: "People to send",
  prospectType: "Contact type of prospects",
  clientType: "Contact type of clients",
  typeHint: "As in Wealthbox, Settings, Customizations. Leave empty to send none.",
  source: "Contact source",
  sourceHint: "One of your sources in Wealthbox. Leave empty to send none.",
  tag: "Tag",
  tagHint: "Added to each contact. Leave empty to add none.",
  addsNotes: "Add a note for each form and appointment",
  addsTasks: "Keep a task for the next step",
  assignsOwners: "Assign contacts to the Wealthbox user with the owner’s email address",
  save: "Save",
  check: "Check connection",
  pause: "Pause",
  resume: "Resume",
  log: "Delivery log",
  preview: "Dry run",
  previewAbout:
    "Shows the requests, and sends nothing. It assumes that Wealthbox has no contact with these addresses; Wealthbox IDs appear as 1.",
  previewEmail: "Email address of a person",
  previewEmailHint: "Leave empty for the next people to send.",
  previewCount: "Number of people",
  previewShow: "Show requests",
  previewed: (count: number) => `The requests for ${formatPeople(count)}. Nothing was sent.`,
  nothingToSend: "There are no people to send.",
  skipped: "Not sent:",
  existing: "Existing people",
  existingAbout:
    "New forms and changes are sent automatically. People added earlier are sent on request, ten per minute.",
  existingNone: "Everyone these settings include is already in Wealthbox.",
  existingAsk: (count: number) => `Send ${formatPeople(count)}…`,
  existingSend: (count: number) => `Send ${formatPeople(count)}`,
  remove: "Disconnect",
  removeAsk: "Disconnect…",
  removeAbout:
    "Deletes the access token, the Wealthbox delivery log and the waiting events. Contacts in Wealthbox are kept.",
} as const;

function formatPeople(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

export { statusNames };

/** Confirmations by the parameter `done` of the URL. */
export const wealthboxDoneTexts = {
  connected: "Wealthbox is connected. New forms and changes are sent automatically.",
  saved: "The settings were saved.",
  paused: "Wealthbox is paused. Events wait until you resume it.",
  resumed: "Wealthbox is active. Waiting events are being sent.",
  queued: "The people are being sent. The delivery log shows the progress.",
  none: "There are no people to send.",
} as const;

export type WealthboxDone = keyof typeof wealthboxDoneTexts;

export function isWealthboxDone(value: string | null): value is WealthboxDone {
  return value !== null && Object.hasOwn(wealthboxDoneTexts, value);
}

/** Why a change was not made. */
export const wealthboxRefusals = {
  fields: "Please correct the marked fields.",
  changed: "A colleague changed these settings. Check the current ones, then save again.",
  connected: "Wealthbox was connected in the meantime. The form shows the current settings.",
  held: "A legal hold is in effect, so Wealthbox was not disconnected and its deliveries were not deleted. You can pause the connection.",
  gone: "Wealthbox was disconnected in the meantime. Reload the page to connect it again.",
  unknownPerson: "No person has this email address. Check the spelling, or leave it empty.",
} as const;

export const wealthboxErrors = {
  token: "Please enter the access token, without spaces.",
  statuses: "Please choose at least one status.",
  text: "Please enter up to 60 characters without commas.",
} as const;

export const checkTexts = {
  ok: (name: string) => `Connected as ${name}.`,
  problem: (problem: string) => `The check failed. ${problem}`,
} as const;
