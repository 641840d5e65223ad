import type { MetaDescriptor } from "react-router";
import { pageMeta } from "#app/pages/page-meta.ts";
import type { Page } from "#app/pages/page.ts";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import type { AlertState } from "#app/ui/alert.tsx";

/** State of a link's form after a rejected submission. */
export type LinkFormState<Field extends string> = {
  alert?: AlertState;
  values?: Partial<Record<Field, string>>;
  errors?: Partial<Record<Field, string>>;
};

/** Refusals that every link's form has in common. An expired link needs no alert, because the page says so. */
const refusals = {
  "link-expired": { status: 404 },
  "too-many": { status: 429, alert: { text: credentialTexts.tooManyAttempts } },
  busy: { status: 503, alert: { text: credentialTexts.busy } },
} as const;

/** @returns the arguments of `data()`: the state of the form, and the status */
export function refuseLink(reason: keyof typeof refusals): [{ alert?: AlertState }, { status: number }] {
  const { status, ...state } = refusals[reason];
  return [state, { status }];
}

/**
 * Returns the metadata of a page whose URL is a secret. The referrer policy keeps the URL from other sites and resources.
 * @param title depends on the state of the link, unlike the title of the page
 */
export function secretPageMeta(
  page: Page,
  title: string,
  matches: Parameters<typeof pageMeta>[1],
): MetaDescriptor[] {
  return [...pageMeta({ ...page, title }, matches), { name: "referrer", content: "origin" }];
}
