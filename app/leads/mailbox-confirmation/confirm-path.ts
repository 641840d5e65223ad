import { pages } from "#app/pages/registry.ts";

/** The private address at which a mailbox is confirmed, as it stands in its email. */
export function confirmPath(token: string): string {
  return `${pages.confirmMailbox.path}/${token}`;
}
