import { formatAccountName } from "#app/platform/text/account-name.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import {
  changePeople,
  maxPeopleAtOnce,
  type PeopleChangeResult,
} from "#app/people/follow-up/change-people.server.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { listPeople, type PeopleListQuery } from "#app/people/lists/list-people.server.ts";
import { followUpErrors } from "#app/staff/follow-up/follow-up-form.messages.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { shortDate } from "./people-columns.ts";
import { bulkRefusals, bulkTexts } from "./bulk.messages.ts";
import {
  type BulkErrors,
  bulkFields,
  type BulkValues,
  parseBulkValues,
  readBulkValues,
  readSelected,
  type SelectedPerson,
  serializeSelected,
} from "./bulk-values.ts";

/** The form after a refusal, the question before a change, or the report after it. */
export type BulkOutcome =
  | {
      kind: "form";
      /** Undefined if the change was not confirmed. */
      refusal: string | undefined;
      values: BulkValues;
      errors: BulkErrors;
      /** The selected people as the form sent them, to check their boxes again. */
      people: string[];
    }
  | { kind: "confirm"; values: BulkValues; people: string[]; changes: BulkChangeText[] }
  | { kind: "done"; report: string; isComplete: boolean };

/** A changed field with its new value. */
export type BulkChangeText = { field: keyof BulkValues; value: string };

type Deps = Parameters<typeof changePeople>[0];
type DisplayedList = { query: PeopleListQuery; isExact: boolean };

/**
 * Reads the form that changes several people. Without a confirmation, it resolves the selection and asks; a confirmed form changes exactly
 * the people that it names.
 * @param list the list that the form belongs to. `isExact`: each part of its URL is a known filter with a valid value
 */
export async function applyBulkChange(deps: Deps, form: FormData, list: DisplayedList): Promise<BulkOutcome> {
  const values = readBulkValues(form);
  const marked = readSelected(form);
  const people = marked.map(serializeSelected);
  const refuse = (refusal: string, errors: BulkErrors = {}): BulkOutcome => ({
    kind: "form",
    refusal,
    values,
    errors,
    people,
  });
  if (form.has(bulkFields.back)) return { kind: "form", refusal: undefined, values, errors: {}, people };
  const colleagues = await listColleagues(deps.db);
  const today = dayIn(practice.timeZone, deps.clock.now());
  const parsed = parseBulkValues(values, { colleagues, today });
  if (!parsed.ok) return refuse(bulkRefusals.fields, parsed.errors);
  if (Object.keys(parsed.change).length === 0) return refuse(bulkRefusals.nothing);
  const selection = await resolveSelection(deps.db, { form, marked, displayed: list });
  if (!selection.ok) return refuse(selection.refusal);
  const { selected } = selection;
  if (!form.has(bulkFields.confirmed)) {
    const changes = describeChanges(values, { colleagues, today });
    return { kind: "confirm", values, people: selected.map(serializeSelected), changes };
  }
  const result = await changePeople(deps, selected, parsed.change);
  return result.ok
    ? describeResult(result)
    : refuse(bulkRefusals[result.reason], { owner: followUpErrors.ownerUnknown });
}

/** The selected people, or everyone in the list. */
async function resolveSelection(
  db: Deps["db"],
  { form, marked, displayed }: { form: FormData; marked: SelectedPerson[]; displayed: DisplayedList },
): Promise<{ ok: true; selected: SelectedPerson[] } | { ok: false; refusal: string }> {
  const tooMany = (count: number) =>
    ({ ok: false, refusal: bulkRefusals.tooMany(count, maxPeopleAtOnce) }) as const;
  if (!form.has(bulkFields.all)) {
    if (marked.length === 0) return { ok: false, refusal: bulkRefusals.unselected };
    return marked.length > maxPeopleAtOnce ? tooMany(marked.length) : { ok: true, selected: marked };
  }
  // Ignoring a filter would change more people than were displayed.
  if (!displayed.isExact) return { ok: false, refusal: bulkRefusals.url };
  const list = listPeople(db, displayed.query);
  const { rows } = await list.page({ size: maxPeopleAtOnce + 1 });
  if (rows.length === 0) return { ok: false, refusal: bulkRefusals.unselected };
  return rows.length > maxPeopleAtOnce ? tooMany(await list.count()) : { ok: true, selected: [...rows] };
}

function describeChanges(
  values: BulkValues,
  {
    colleagues,
    today,
  }: { colleagues: readonly { id: string; name: string; email: string }[]; today: string },
): BulkChangeText[] {
  const owner = colleagues.find(({ id }) => id === values.owner);
  const ownerName = owner === undefined ? bulkTexts.noOwner : formatAccountName(owner);
  const { status, nextStepOn } = values;
  const texts: BulkValues = {
    ...values,
    owner: values.owner === "" ? "" : ownerName,
    status: Object.entries(statusNames).find(([name]) => name === status)?.[1] ?? "",
    nextStepOn: nextStepOn === "" ? "" : shortDate(nextStepOn, today),
  };
  return (["owner", "status", "nextStep", "nextStepOn"] as const).flatMap((field) =>
    texts[field] === "" ? [] : [{ field, value: texts[field] }],
  );
}

function describeResult(result: Extract<PeopleChangeResult, { ok: true }>): BulkOutcome {
  const { changed, changedMeanwhile, erased, unchanged, withoutStep } = result;
  const report = [
    bulkTexts.changed(changed),
    changedMeanwhile.length === 0 ? [] : bulkTexts.skippedChanged(changedMeanwhile),
    withoutStep.length === 0 ? [] : bulkTexts.withoutStep(withoutStep),
    erased === 0 ? [] : bulkTexts.skippedErased(erased),
    unchanged === 0 ? [] : bulkTexts.skippedUnchanged(unchanged),
  ].flat();
  const skipped = changedMeanwhile.length + withoutStep.length + erased;
  return { kind: "done", report: report.join(" "), isComplete: skipped === 0 };
}
