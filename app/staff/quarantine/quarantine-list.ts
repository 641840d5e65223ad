import type { QuarantineReason } from "#app/intake/quarantine/list-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import type { ListSpecification } from "#app/staff/data-table/list-url.ts";
import { reasonNames, stateNames } from "./quarantine.messages.ts";

export type QuarantineFilter = "state" | "reason";
export type QuarantineSort = "newest" | "oldest";

export const quarantineList: ListSpecification<QuarantineFilter, QuarantineSort> = {
  path: pages.quarantine.path,
  search: { label: "Sender", hint: "A name or an email address, or a part of one" },
  hasDays: true,
  filters: {
    state: {
      label: "State",
      choices: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    },
    reason: {
      label: "Why",
      choices: Object.entries(reasonNames).map(([value, label]) => ({ value, label })),
    },
  },
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
};

/** A reason as the address names it; undefined where it names none. */
export function reasonNamed(name: string | undefined): QuarantineReason | undefined {
  return isReason(name) ? name : undefined;
}

function isReason(name: string | undefined): name is QuarantineReason {
  return name !== undefined && Object.hasOwn(reasonNames, name);
}

/** The address of the page about a submission. */
export function quarantinedPath(id: string): string {
  return `${pages.quarantine.path}/${id}`;
}
