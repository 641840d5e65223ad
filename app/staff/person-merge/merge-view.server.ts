import { formatAccountName } from "#app/platform/text/account-name.ts";
import type { Clock } from "#app/platform/clock.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { consentFacts } from "#app/intake/consent/find-consent.server.ts";
import { loadPerson, type PersonData } from "#app/people/export/load-person.server.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { findDuplicates } from "#app/people/merge/find-duplicates.server.ts";
import { previewMerge } from "#app/people/merge/merge-people.server.ts";
import { findLatestMerge } from "#app/people/merge/undo-merge.server.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { mergeTexts } from "./merge.messages.ts";

/** Two records side by side, with the values after the merge. */
export type MergeView = {
  keptVersion: string;
  removedVersion: string;
  rows: readonly { term: string; kept: string; removed: string; result: string }[];
};

/** The records that may be of the same person, and the latest merge that can be undone. */
export async function loadMatches({ db, clock }: Deps, email: string) {
  const record = await findPersonRecord(db, email);
  if (record === undefined) return { duplicates: [], merge: undefined };
  const merge = await findLatestMerge(db, record.id, clock.now());
  return {
    duplicates: await findDuplicates(db, email),
    merge:
      merge === undefined
        ? undefined
        : {
            id: merge.id,
            text: mergeTexts.mergedWith(
              merge.name,
              shortDayIn(practice.timeZone, merge.mergedAt),
              merge.mergedBy,
            ),
          },
  };
}

type Db = Parameters<typeof loadPerson>[0];
type Deps = { db: Db; clock: Clock };

type PersonWithRecord = PersonData & { record: PersonRecord };

/** @returns undefined if one of the people has no record */
export async function viewMerge(
  deps: Parameters<typeof previewMerge>[0],
  { kept: keptEmail, removed: removedEmail }: { kept: string; removed: string },
): Promise<MergeView | undefined> {
  const load = async (db: Db, email: string) => loadPerson(db, email, { hiddenKinds: [] });
  const kept = await load(deps.db, keptEmail);
  const removed = await load(deps.db, removedEmail);
  if (!hasRecord(kept) || !hasRecord(removed)) return undefined;
  const ids = { keptId: kept.record.id, removedId: removed.record.id };
  const result = await previewMerge(deps, ids, async (trx) => load(trx, keptEmail));
  if (result === undefined || !hasRecord(result)) return undefined;
  const colleagues = await listColleagues(deps.db);
  const owners = new Map(colleagues.map((account) => [account.id, formatAccountName(account)]));
  return {
    keptVersion: getRecordVersion(kept.record),
    removedVersion: getRecordVersion(removed.record),
    rows: describers(owners).map(([term, describe]) => ({
      term,
      kept: describe(kept) ?? mergeTexts.none,
      removed: describe(removed) ?? mergeTexts.none,
      result: describe(result) ?? mergeTexts.none,
    })),
  };
}

function hasRecord(person: PersonData): person is PersonWithRecord {
  return person.record !== null;
}

/** The rows of the comparison: a term, and its value for a person. */
function describers(
  owners: ReadonlyMap<string, string>,
): (readonly [term: string, describe: (person: PersonWithRecord) => string | null | undefined])[] {
  const { fields } = mergeTexts;
  return [
    [fields.name, ({ record }) => record.name],
    [fields.status, ({ record }) => statusNames[record.status]],
    [fields.owner, ({ record: { ownerId } }) => (ownerId === null ? null : owners.get(ownerId))],
    [fields.company, ({ record }) => record.company],
    [fields.nextStep, ({ record }) => describeNextStep(record)],
    [fields.emails, ({ addresses }) => addresses.map(({ email }) => email).join(", ")],
    [fields.phone, ({ record }) => record.phone],
    [fields.call, ({ consent }) => consentFacts(consent)[0]?.[1]],
    [fields.sendEmail, ({ consent }) => consentFacts(consent)[1]?.[1]],
    [fields.forms, ({ totals }) => String(totals.assessments + totals.signUps)],
    [fields.notes, ({ totals }) => String(totals.notes)],
  ];
}

function describeNextStep({ nextStep, nextStepOn }: PersonRecord): string | null {
  return nextStepOn === null ? nextStep : `${nextStep}, due ${longDate(nextStepOn)}`;
}
