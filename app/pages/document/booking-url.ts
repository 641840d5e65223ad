import { practice } from "#content/practice.ts";

/**
 * The scheduling page for a person, with an opaque reference to the form. Cal.com stores the parameter `metadata[key]` of a booking link
 * and returns it in its webhook as `payload.metadata.key`
 * (https://cal.com/help/embedding/prefill-booking-form-embed). Other schedulers ignore it.
 * @param reference undefined if the form is not stored yet
 */
export function createBookingUrl(reference: string | undefined): string {
  if (reference === undefined) return practice.schedulingUrl;
  const url = new URL(practice.schedulingUrl);
  url.searchParams.set("metadata[reference]", reference);
  return url.href;
}
