import { pages } from "#app/pages/registry.ts";

/** The private confirmation path that the email links to. */
export function confirmPath(token: string): string {
  return `${pages.confirmMailbox.path}/${token}`;
}
