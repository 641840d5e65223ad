import type { PersonStatus } from "#app/data/schema/people.ts";

/** Types of contact in Wealthbox, which each workspace names. Empty: not sent. */
export type ContactTypes = { prospectType: string; clientType: string };

/** Those that a new workspace has. */
export const usualContactTypes: ContactTypes = { prospectType: "Prospect", clientType: "Client" };

export function chooseContactType(status: PersonStatus, { prospectType, clientType }: ContactTypes): string {
  return status === "client" ? clientType : prospectType;
}
