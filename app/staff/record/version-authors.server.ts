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

/**
 * Who wrote and approved a version, as facts of the record. A version without a release has the text of an earlier one.
 * @param versions all versions of the page, oldest first
 */
export async function describeAuthors(
  db: Parameters<typeof listAuditEventsBetween>[0],
  shown: PageVersion,
  versions: readonly PageVersion[],
): Promise<(readonly [label: string, value: string])[]> {
  const { facts } = recordTexts;
  const approved = versions.findLast(({ kind, number }) => kind !== "state" && number <= shown.number);
  const author = approved?.author === deployment ? recordTexts.deployment : approved?.author;
  const approver = approved?.approver === deployment ? recordTexts.notApproved : approved?.approver;
  if (shown === approved) {
    return [
      [facts.author, author ?? ""],
      [facts.approver, approver ?? ""],
    ];
  }
  const ofText = (who: string | undefined): string[] =>
    approved === undefined || who === undefined
      ? []
      : [recordTexts.ofText(who, approved.number, momentIn(practice.timeZone, approved.recordedAt))];
  const previous = versions[shown.number - 2];
  return [
    [facts.author, [...ofText(author), await describeEventChanges(db, shown, previous)].join(" ")],
    [facts.approver, [...ofText(approver), recordTexts.stateNotApproved].join(" ")],
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
