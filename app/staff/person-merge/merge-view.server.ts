import type { Clock } from "#app/platform/clock.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import {
  chooseMostRestrictive,
  consentFacts,
  listDecidingAfterMerge,
  type PersonConsent,
} from "#app/intake/consent/find-consent.server.ts";
import { loadPerson, type PersonData } from "#app/people/export/load-person.server.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { findDuplicates } from "#app/people/merge/find-duplicates.server.ts";
import { previewMerge } from "#app/people/merge/preview-merge.ts";
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

type Held = PersonData & { record: PersonRecord };

/** @returns undefined if one of the people has no record */
export async function viewMerge(
  db: Db,
  { kept: keptEmail, removed: removedEmail }: { kept: string; removed: string },
): Promise<MergeView | undefined> {
  const kept = await loadPerson(db, keptEmail, { hiddenKinds: [] });
  const removed = await loadPerson(db, removedEmail, { hiddenKinds: [] });
  if (!hasRecord(kept) || !hasRecord(removed)) return undefined;
  const addresses = [...kept.addresses, ...removed.addresses];
  const deciding = await listDecidingAfterMerge(
    db,
    addresses.map(({ email }) => email),
  );
  const consent = chooseMostRestrictive(
    addresses.filter(({ email }) => deciding.includes(email)).map((address) => address.consent),
  );
  const colleagues = await listColleagues(db);
  const owners = new Map(colleagues.map(({ id, name, email }) => [id, name === "" ? email : name]));
  return {
    keptVersion: getRecordVersion(kept.record),
    removedVersion: getRecordVersion(removed.record),
    rows: [
      ...compareRecords(kept.record, removed.record, owners),
      ...compareHistories(kept, removed, consent),
    ],
  };
}

function hasRecord(held: PersonData): held is Held {
  return held.record !== null;
}

function compareRecords(kept: PersonRecord, removed: PersonRecord, owners: ReadonlyMap<string, string>) {
  const { fields, none } = mergeTexts;
  const result = previewMerge(kept, removed);
  const row = (term: string, describe: (record: PersonRecord) => string | null | undefined) => ({
    term,
    kept: describe(kept) ?? none,
    removed: describe(removed) ?? none,
    result: describe(result) ?? none,
  });
  return [
    row(fields.name, ({ name }) => name),
    row(fields.status, ({ status }) => statusNames[status]),
    row(fields.owner, ({ ownerId }) => (ownerId === null ? null : owners.get(ownerId))),
    row(fields.company, ({ company }) => company),
    row(fields.nextStep, ({ nextStep, nextStepOn }) =>
      nextStepOn === null ? nextStep : `${nextStep}, due ${longDate(nextStepOn)}`,
    ),
  ];
}

/** @param consent after the merge */
function compareHistories(kept: Held, removed: Held, consent: PersonConsent) {
  const { fields } = mergeTexts;
  const emails = ({ addresses }: Held): string => addresses.map(({ email }) => email).join(", ");
  const count = (term: string, of: (held: Held) => number) => ({
    term,
    kept: String(of(kept)),
    removed: String(of(removed)),
    result: String(of(kept) + of(removed)),
  });
  const [ofKept, ofRemoved, ofResult] = [kept.consent, removed.consent, consent].map((each) =>
    consentFacts(each),
  );
  const consentRow = (term: string, index: number) => ({
    term,
    kept: ofKept?.[index]?.[1] ?? "",
    removed: ofRemoved?.[index]?.[1] ?? "",
    result: ofResult?.[index]?.[1] ?? "",
  });
  return [
    {
      term: fields.emails,
      kept: emails(kept),
      removed: emails(removed),
      result: `${emails(kept)}, ${emails(removed)}`,
    },
    consentRow(fields.call, 0),
    consentRow(fields.sendEmail, 1),
    count(fields.forms, ({ totals }) => totals.assessments + totals.signUps),
    count(fields.notes, ({ totals }) => totals.notes),
  ];
}
