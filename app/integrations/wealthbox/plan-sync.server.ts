import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import { composeNote } from "./compose-note.ts";
import { loadHistory, type PersonToSend } from "./load-person.server.ts";
import type { Sync } from "./sync-person.server.ts";
import type { WealthboxSettings } from "./wealthbox-settings.ts";

/** Why a person is not sent; undefined for a person who is. Once sent, a person is kept up to date with every status. */
export function findSkipReason(
  { status, trafficClass, stored }: Pick<PersonToSend, "status" | "trafficClass" | "stored">,
  { statuses }: Pick<WealthboxSettings, "statuses">,
): string | undefined {
  if (stored !== undefined) return undefined;
  if (trafficClass === "machine") return "The form came from a program.";
  return statuses.includes(status) ? undefined : "The settings exclude the status of this person.";
}

/** The note about the form or appointment of an event. The first delivery about a person has a note about all of them. */
export function planNote(
  { db, siteUrl }: { db: Kysely<Database>; siteUrl: string },
  { id, data }: { id: string; data: Json },
  { person, settings }: { person: PersonToSend; settings: WealthboxSettings },
): Sync["composeNote"] {
  return async (isFirst) => {
    const subject = [data["assessmentId"], data["signupId"], data["bookingId"]].find(
      (value) => typeof value === "string",
    );
    if (!settings.addsNotes || (subject === undefined && !isFirst)) return null;
    const entries = await loadHistory(db, person.emails, isFirst ? undefined : String(subject));
    if (entries.length === 0) return null;
    const { channel, campaign, latestFormId } = person;
    const recordUrl = `${siteUrl}/admin/people/${latestFormId}`;
    return composeNote(entries, { channel, campaign, recordUrl, reference: id });
  };
}
