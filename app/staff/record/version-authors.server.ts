import { listAuditEventsBetween } from "#app/audit/list-audit-events.server.ts";
import type { PageVersion } from "#app/compliance/archive/find-captures.server.ts";
import { eventActions } from "#app/events/management/acknowledge-changes.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { recordTexts } from "./record.messages.ts";

/** The name that the archive stores instead of a person's. */
const deployment = "deployment";

/** Of more changes of live events between two captures, the last ones are listed. */
const maxChanges = 5;

/** Who wrote and approved a version, as facts of the record. */
export async function describeAuthors(
  db: Parameters<typeof listAuditEventsBetween>[0],
  shown: PageVersion,
  previous: PageVersion | undefined,
): Promise<(readonly [label: string, value: string])[]> {
  const { facts } = recordTexts;
  if (shown.kind !== "state") {
    return [
      [facts.author, shown.author === deployment ? recordTexts.deployment : shown.author],
      [facts.approver, shown.approver === deployment ? recordTexts.notApproved : shown.approver],
    ];
  }
  return [
    [facts.author, await describeEventChanges(db, shown, previous)],
    [facts.approver, recordTexts.stateNotApproved],
  ];
}

/**
 * A page changes without a release when staff change a live event, with a sign-up, and with the date. The archive does not store which of
 * them it was, so the record states the changes of live events and names no one as the author.
 */
async function describeEventChanges(
  db: Parameters<typeof listAuditEventsBetween>[0],
  { recordedAt }: PageVersion,
  previous: PageVersion | undefined,
): Promise<string> {
  const changes = await listAuditEventsBetween(db, {
    actions: eventActions,
    after: previous?.recordedAt ?? new Date(0),
    until: recordedAt,
    limit: maxChanges,
  });
  if (changes.length === 0) return recordTexts.noEventChange;
  return recordTexts.eventChanges(
    changes.map(({ at, action, actorEmail, actorKind }) =>
      recordTexts.eventChange(actorEmail ?? actorKind, action, momentIn(practice.timeZone, at)),
    ),
  );
}

/** Who wrote and approved a version, in the list of versions. */
export function describeAuthor({ kind, author, approver }: PageVersion): string {
  if (kind === "state") return recordTexts.byState;
  return author === deployment && approver === deployment
    ? recordTexts.byDeployment
    : recordTexts.by(author, approver);
}
