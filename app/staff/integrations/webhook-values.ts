import { eventTypes, isEventType } from "#app/integrations/destinations/event-types.ts";
import { maxNameLength, maxUrlLength } from "#app/integrations/destinations/limits.ts";
import { isLoopback } from "#app/platform/loopback.ts";
import { webhookErrors } from "./integrations.messages.ts";

/** The fields of the form, as typed. */
export type WebhookValues = {
  name: string;
  url: string;
  events: readonly string[];
  includesContact: boolean;
};
export type WebhookErrors = Partial<Record<"name" | "url" | "events", string>>;

/** The form before anything is typed: all events, without contact details. */
export const newWebhook: WebhookValues = {
  name: "",
  url: "",
  events: eventTypes,
  includesContact: false,
};

/** Reads the form without validating it. Longer texts than any valid one are truncated. */
export function readWebhookValues(form: FormData): WebhookValues {
  const read = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, 2 * maxUrlLength) : "";
  };
  return {
    name: read("name"),
    url: read("url"),
    events: form.getAll("events").filter(isEventType),
    includesContact: form.get("includesContact") !== null,
  };
}

/** Validates the form. @param allowsLocalUrls whether http:// URLs of this machine are valid */
export function parseWebhook(
  { name, url, events, includesContact }: WebhookValues,
  { allowsLocalUrls }: { allowsLocalUrls: boolean },
) {
  const chosen = events.filter(isEventType);
  const isName = name !== "" && name.length <= maxNameLength && !/\p{Cc}/u.test(name);
  const errors: WebhookErrors = {
    ...(isName ? {} : { name: webhookErrors.name }),
    ...(isWebhookUrl(url, allowsLocalUrls) ? {} : { url: webhookErrors.url }),
    ...(chosen.length > 0 ? {} : { events: webhookErrors.events }),
  };
  return Object.keys(errors).length > 0
    ? ({ ok: false, errors } as const)
    : ({ ok: true, value: { name, url, events: chosen, includesContact } } as const);
}

function isWebhookUrl(text: string, allowsLocalUrls: boolean): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > maxUrlLength || /[\s\p{Cc}]/u.test(text)) return false;
  // A user name would be sent in plain text in the log of the receiver, and a fragment is never sent.
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return (
    url.protocol === "https:" || (url.protocol === "http:" && allowsLocalUrls && isLoopback(url.hostname))
  );
}

/** The revision of the settings that the writer saw. */
export function readRevision(form: FormData): number {
  const value = form.get("revision");
  return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
