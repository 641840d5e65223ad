import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { followUpErrors } from "#app/staff/follow-up/follow-up-form.messages.ts";
import { findStepErrors, type FollowUpErrors } from "#app/staff/follow-up/follow-up-values.ts";

/** The fields of the form that changes several people. `change` identifies the form. */
export const bulkFields = {
  change: "change",
  /** One for each person: the id and the revision of the record. */
  person: "person",
  /** Everyone who matches the filters of the URL. */
  all: "all",
  confirmed: "confirmed",
  /** Returns from the confirmation to the list. */
  back: "back",
} as const;

export const bulkFormId = "change-people";

/** The value of “Owner” that removes the owner. */
export const removedOwner = "none";

/** What to change. An empty text changes nothing. */
export type BulkValues = Record<"owner" | "status" | "nextStep" | "nextStepOn", string>;
export type BulkErrors = Pick<FollowUpErrors, keyof BulkValues>;

export const noBulkValues: BulkValues = { owner: "", status: "", nextStep: "", nextStepOn: "" };

export type SelectedPerson = { id: string; revision: number };

/** Identifies a person and what the list displayed. */
export function serializeSelected({ id, revision }: SelectedPerson): string {
  return `${id}.${revision}`;
}

/** Reads each selected person once. Values that the list cannot have sent are omitted. */
export function readSelected(form: FormData): SelectedPerson[] {
  const people = new Map<string, SelectedPerson>();
  for (const value of form.getAll(bulkFields.person)) {
    const [id = "", revision = "", ...rest] = typeof value === "string" ? value.split(".") : [];
    if (!isUuid(id) || !/^\d{1,9}$/.test(revision) || rest.length > 0) continue;
    people.set(id, { id, revision: Number(revision) });
  }
  return [...people.values()];
}

export function readBulkValues(form: FormData): BulkValues {
  const read = (field: keyof BulkValues): string => {
    const value = form.get(field);
    return typeof value === "string" ? value.trim().slice(0, 1_000) : "";
  };
  return {
    owner: read("owner"),
    status: read("status"),
    nextStep: read("nextStep"),
    nextStepOn: read("nextStepOn"),
  };
}

type Colleague = { id: string; name: string; email: string };
type PersonStatus = keyof typeof statusNames;

/** The wanted fields of the records. */
export type WantedChange = {
  status?: PersonStatus;
  owner?: { id: string; email: string } | null;
  nextStep?: string;
  /** Without a step, the date applies to each person’s existing step. */
  nextStepOn?: string | null;
};

const statuses = Object.keys(statusNames) as PersonStatus[]; // the names are complete by their type

/**
 * Validates what to change.
 * @param context.today ISO date in the firm's time zone
 */
export function parseBulkValues(
  values: BulkValues,
  { colleagues, today }: { colleagues: readonly Colleague[]; today: string },
): { ok: true; change: WantedChange } | { ok: false; errors: BulkErrors } {
  const owner = findOwner(values.owner, colleagues);
  const status = statuses.find((known) => known === values.status);
  const errors: BulkErrors = {
    ...(owner === "unknown" ? { owner: followUpErrors.ownerUnknown } : {}),
    ...(values.status !== "" && status === undefined ? { status: followUpErrors.statusUnknown } : {}),
    ...findStepErrors(values, today),
  };
  if (owner === "unknown" || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    change: {
      ...(status === undefined ? {} : { status }),
      ...(owner === undefined ? {} : { owner }),
      ...toStep(values),
    },
  };
}

/** @returns undefined for no change, and null to remove the owner */
function findOwner(
  id: string,
  colleagues: readonly Colleague[],
): { id: string; email: string } | null | undefined | "unknown" {
  if (id === "") return undefined;
  if (id === removedOwner) return null;
  const colleague = colleagues.find((known) => known.id === id);
  return colleague === undefined ? "unknown" : { id, email: colleague.email };
}

function toStep({ nextStep, nextStepOn }: BulkValues): Pick<WantedChange, "nextStep" | "nextStepOn"> {
  if (nextStep !== "") return { nextStep, nextStepOn: nextStepOn === "" ? null : nextStepOn };
  return nextStepOn === "" ? {} : { nextStepOn };
}
