import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { outcomeNames, statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import type { PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import type { FollowUp } from "#app/people/follow-up/save-follow-up.server.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { followUpErrors as errorTexts } from "./follow-up-form.messages.ts";

/** The fields of the form, as typed. */
export const followUpFields = [
  "outcome",
  "note",
  "status",
  "owner",
  "company",
  "nextStep",
  "nextStepOn",
] as const;
export type FollowUpField = (typeof followUpFields)[number];
export type FollowUpValues = Record<FollowUpField, string>;
export type FollowUpErrors = Partial<Record<FollowUpField, string>>;

/** The hidden field with the record and the revision that the writer saw (`getRecordVersion`). It also identifies the form. */
export const revisionField = "revision";

/** A colleague who can own a person. */
export type Colleague = { id: string; name: string; email: string };

type Outcome = keyof typeof outcomeNames;
type PersonStatus = keyof typeof statusNames;

const outcomes = Object.keys(outcomeNames) as Outcome[]; // the names are complete by their type
const statuses = Object.keys(statusNames) as PersonStatus[]; // the names are complete by their type

/** Lengths repeat those of the tables. */
const maxLineLength = 200;

/** The form of a record, before anything is typed. */
export function toFollowUpValues(record: PersonRecord): FollowUpValues {
  return {
    outcome: "",
    note: "",
    status: record.status,
    owner: record.ownerId ?? "",
    company: record.company ?? "",
    nextStep: record.nextStep ?? "",
    nextStepOn: record.nextStepOn ?? "",
  };
}

/** Reads the form without validating it. Longer texts than any valid one are truncated. */
export function readFollowUpValues(form: FormData): FollowUpValues {
  const read = (field: FollowUpField): string => {
    const value = form.get(field);
    // Browsers send a line break as two characters.
    return typeof value === "string"
      ? value
          .replaceAll("\r\n", "\n")
          .trim()
          .slice(0, 2 * maximumLength.freeText)
      : "";
  };
  return {
    outcome: read("outcome"),
    note: read("note"),
    status: read("status"),
    owner: read("owner"),
    company: read("company"),
    nextStep: read("nextStep"),
    nextStepOn: read("nextStepOn"),
  };
}

/**
 * Validates a form.
 * @param context.record the current record, which is the one that the writer saw; its owner may be a former colleague, and its due date may
 * have passed
 * @param context.today ISO date in the firm's time zone
 */
export function parseFollowUp(
  values: FollowUpValues,
  context: { record: PersonRecord; colleagues: readonly Colleague[]; today: string },
): { ok: true; value: FollowUp } | { ok: false; errors: FollowUpErrors } {
  const { record, colleagues, today } = context;
  const outcome = outcomes.find((known) => known === values.outcome) ?? null;
  const status = statuses.find((known) => known === values.status);
  const owner = findOwner(values.owner, record, colleagues);
  const errors: FollowUpErrors = {
    ...findTextErrors(values),
    ...(values.outcome !== "" && outcome === null ? { outcome: errorTexts.outcomeUnknown } : {}),
    ...(status === undefined ? { status: errorTexts.statusUnknown } : {}),
    ...(owner === undefined ? { owner: errorTexts.ownerUnknown } : {}),
    ...findNextStepErrors(values, { record, isStepNeeded: needsNextStep(outcome, status), today }),
  };
  if (status === undefined || owner === undefined || Object.keys(errors).length > 0) {
    return { ok: false, errors };
  }
  const orNull = (text: string): string | null => (text === "" ? null : text);
  const { note, company, nextStep, nextStepOn } = values;
  return {
    ok: true,
    value: {
      recordId: record.id,
      revision: record.revision,
      outcome,
      note: orNull(note),
      status,
      owner,
      company: orNull(company),
      nextStep: orNull(nextStep),
      nextStepOn: orNull(nextStepOn),
    },
  };
}

/** @returns undefined if the colleague does not exist */
function findOwner(
  id: string,
  record: PersonRecord,
  colleagues: readonly Colleague[],
): FollowUp["owner"] | undefined {
  if (id === "") return null;
  const colleague = colleagues.find((known) => known.id === id);
  if (colleague !== undefined) return { id, email: colleague.email };
  // The account still exists, but its role has ended. The owner is only kept.
  return id === record.ownerId ? { id, email: "" } : undefined;
}

/** Validates a next step for several people. A date alone is that of their own steps. */
export function findStepErrors(
  values: Pick<FollowUpValues, "nextStep" | "nextStepOn">,
  today: string,
): FollowUpErrors {
  return {
    ...findTextErrors({ note: "", company: "", ...values }),
    ...findDateErrors(values.nextStepOn, { storedOn: null, today }),
  };
}

function findTextErrors({
  note,
  company,
  nextStep,
}: Pick<FollowUpValues, "note" | "company" | "nextStep">): FollowUpErrors {
  const check = (text: string, max: number, tooLong: string): string | undefined => {
    if (hasInvisibleCharacters(text)) return contactMessages.invisibleCharacters;
    return text.length > max ? tooLong : undefined;
  };
  const found = {
    note: check(note, maximumLength.freeText, errorTexts.noteTooLong),
    company: check(company, maxLineLength, errorTexts.companyTooLong),
    nextStep: check(nextStep, maxLineLength, errorTexts.nextStepTooLong),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

function findNextStepErrors(
  { nextStep, nextStepOn }: Pick<FollowUpValues, "nextStep" | "nextStepOn">,
  context: { record: Pick<PersonRecord, "nextStepOn">; isStepNeeded: boolean; today: string },
): FollowUpErrors {
  const { record, isStepNeeded, today } = context;
  if (nextStep === "" && nextStepOn !== "") return { nextStep: errorTexts.nextStepForDate };
  if (nextStep === "" && isStepNeeded) return { nextStep: errorTexts.nextStepMissing };
  return findDateErrors(nextStepOn, { storedOn: record.nextStepOn, today });
}

function findDateErrors(
  nextStepOn: string,
  { storedOn, today }: { storedOn: string | null; today: string },
): FollowUpErrors {
  if (nextStepOn === "" || nextStepOn === storedOn) return {};
  if (!isDay(nextStepOn)) return { nextStepOn: errorTexts.dateInvalid };
  return nextStepOn < today ? { nextStepOn: errorTexts.dateInPast } : {};
}

/** After a call or an email, the record has to say what comes next, unless the person is a client or not a fit. */
function needsNextStep(outcome: Outcome | null, status: PersonStatus | undefined): boolean {
  return outcome !== null && outcome !== "not-a-fit" && status !== "not-a-fit" && status !== "client";
}
