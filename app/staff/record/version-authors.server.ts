import { listAuditEventsBetween } from "#app/audit/list-audit-events.server.ts";
import type { PageVersion } from "#app/compliance/archive/find-captures.server.ts";
import { deployment } from "#app/platform/deployment.ts";
import { findTextRelease } from "#app/compliance/archive/find-text-release.ts";
import { eventActions } from "#app/events/management/acknowledge-changes.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { recordTexts } from "./record.messages.ts";

/** Of more changes of live events between two captures, the last ones are listed. */
const maxChanges = 5;

/**
 * Who wrote and approved a version, as facts of the record. Its words can be those of an earlier release.
 * @param versions all versions of the page, oldest first
 */
export async function describeAuthors(
  db: Parameters<typeof listAuditEventsBetween>[0],
  shown: PageVersion,
  versions: readonly PageVersion[],
): Promise<(readonly [label: string, value: string])[]> {
  const { facts } = recordTexts;
  const ofText = findTextRelease(versions.slice(0, shown.number));
  const changes = shown.kind === "state" ? [await describeEventChanges(db, shown, versions)] : [];
  if (ofText === undefined) {
    return [
      [facts.author, [recordTexts.withoutRelease, ...changes].join(" ")],
      [facts.approver, recordTexts.withoutApproval],
    ];
  }
  const author = ofText.author === deployment ? recordTexts.deployment : ofText.author;
  const approver = ofText.approver === deployment ? recordTexts.notApproved : ofText.approver;
  if (ofText === shown) {
    return [
      [facts.author, author],
      [facts.approver, approver],
    ];
  }
  const since = versions.slice(ofText.number, shown.number);
  const hasState = since.some(({ kind }) => kind === "state");
  const sameWords = since.some(({ kind }) => kind === "release") ? [recordTexts.sameText] : [];
  const at = momentIn(practice.timeZone, ofText.recordedAt);
  const describe = (who: string, later: readonly string[]): string =>
    [recordTexts.ofText(who, ofText.number, at), ...later, ...sameWords].join(" ");
  return [
    [facts.author, describe(author, changes)],
    [facts.approver, describe(approver, hasState ? [recordTexts.stateNotApproved] : [])],
  ];
}

/**
 * A page changes without a release when staff change a live event, with a sign-up, and with the date. The archive does not store which of
 * them it was, so the record states the changes of live events and names no one as the author.
 */
async function describeEventChanges(
  db: Parameters<typeof listAuditEventsBetween>[0],
  { number, recordedAt }: PageVersion,
  versions: readonly PageVersion[],
): Promise<string> {
  const previous = versions[number - 2];
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
