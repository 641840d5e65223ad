import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { saveFollowUp } from "#app/people/follow-up/save-follow-up.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { followUpErrors, followUpRefusals } from "./follow-up-form.messages.ts";
import {
  type FollowUpErrors,
  type FollowUpValues,
  parseFollowUp,
  readFollowUpValues,
  revisionField,
} from "./follow-up-values.ts";

/** The form after a refusal. */
export type FollowUpDraft = {
  values: FollowUpValues;
  errors: FollowUpErrors;
  refusal: string;
  /** The current record, if it was changed or merged since the form was opened. */
  current?: PersonRecord;
};

type Deps = Parameters<typeof saveFollowUp>[0];

/**
 * Saves the form of a person's page.
 * @returns undefined if the person was erased meanwhile
 */
export async function applyFollowUp(
  deps: Deps,
  email: string,
  form: FormData,
): Promise<{ ok: true } | { ok: false; status: 409 | 422; draft: FollowUpDraft } | undefined> {
  const { db, clock } = deps;
  const values = readFollowUpValues(form);
  const record = await findPersonRecord(db, email);
  if (record === undefined) return undefined;
  const refuse = (status: 409 | 422, draft: Omit<FollowUpDraft, "values">) =>
    ({ ok: false, status, draft: { values, ...draft } }) as const;
  if (form.get(revisionField) !== getRecordVersion(record)) {
    return refuse(409, { errors: {}, refusal: followUpRefusals.changed, current: record });
  }
  const colleagues = await listColleagues(db);
  const today = dayIn(practice.timeZone, clock.now());
  const parsed = parseFollowUp(values, { record, colleagues, today });
  if (!parsed.ok) return refuse(422, { errors: parsed.errors, refusal: followUpRefusals.fields });
  const saved = await saveFollowUp(deps, email, parsed.value);
  if (saved.ok) return { ok: true };
  switch (saved.reason) {
    case "unknown":
      return undefined;
    case "empty":
      return refuse(422, { errors: {}, refusal: followUpRefusals.empty });
    case "owner-gone":
      return refuse(422, {
        errors: { owner: followUpErrors.ownerUnknown },
        refusal: followUpRefusals["owner-gone"],
      });
    case "changed": {
      const current = await findPersonRecord(db, email);
      if (current === undefined) return undefined;
      return refuse(409, { errors: {}, refusal: followUpRefusals.changed, current });
    }
  }
}
