import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";
import { pages } from "#app/pages/registry.ts";
import type { Choice, ListSpecification } from "#app/staff/data-table/list-url.ts";
import { allEmailKinds, emailKinds } from "#app/email/definition/email-kinds.ts";
import { stateNames } from "./emails.messages.ts";

export type EmailFilter = "state" | "kind";
export type EmailSort = "newest" | "oldest";

/** @param seesAccounts whether letters about accounts are among them */
export function emailList(seesAccounts: boolean): ListSpecification<EmailFilter, EmailSort> {
  const kinds = allEmailKinds.filter((kind) => seesAccounts || emailKinds[kind].category !== "account");
  return {
    path: pages.letters.path,
    search: { label: "Recipient", hint: "An email address, or a part of one" },
    hasDays: true,
    filters: {
      state: {
        label: "State",
        choices: Object.entries(stateNames).map(([value, label]): Choice => ({ value, label })),
      },
      kind: { label: "Letter", choices: kinds.map((value) => ({ value, label: emailKinds[value].label })) },
    },
    sorts: [
      { value: "newest", label: "Newest first" },
      { value: "oldest", label: "Oldest first" },
    ],
  };
}

/** A state as the address names it; undefined where it names none. */
export function stateNamed(name: string | undefined): EmailState | undefined {
  return isState(name) ? name : undefined;
}

function isState(name: string | undefined): name is EmailState {
  return name !== undefined && Object.hasOwn(stateNames, name);
}

/** The address of a letter's page. */
export function emailPath(id: string): string {
  return `${pages.letters.path}/${id}`;
}

export const previewsPath = `${pages.letters.path}/previews`;

/** Names in the address of the previews which one is shown. */
export const letterParameter = "letter";

/** The address of one of them. */
export function previewPath(name: string): string {
  return `${previewsPath}?${letterParameter}=${name}`;
}

/** Where a letter is shown as mail programs show it, for the frame in its page. */
export function emailDocumentPath(id: string): string {
  return `/api/letters/${id}/document`;
}

/** The same of a letter to nobody. */
export function previewDocumentPath(name: string): string {
  return `/api/letters/previews/${name}`;
}
