import type { StaffActor } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { IncidentKind } from "#app/compliance/incidents/incident.messages.ts";
import { addIncidentNote } from "#app/compliance/incidents/incidents.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { findAffected, type SearchedAccess } from "./find-affected.server.ts";
import { incidentErrors } from "./incidents.messages.ts";
import { accessSchema, createNoteSchema } from "./incidents.schema.ts";

type Deps = {
  db: Parameters<typeof addIncidentNote>[0]["db"];
  clock: Clock;
  persons: PersonKeys;
  actor: StaffActor;
  clientAddress: string;
};

/** The form after a refusal, with what was typed. */
type Refused = {
  kind: "refused";
  intent: (typeof intents)[number] | undefined;
  status: 404 | 409 | 422;
  refusal: string;
  values: Readonly<Record<string, string | undefined>>;
  errors: Readonly<Record<string, string | undefined>>;
};

/** The number of people whom an incident affects. The names are only in the file. */
type Found = {
  kind: "found";
  access: SearchedAccess;
  counts: { record: number; list: number; erased: number; viewed: number; exported: number };
};

export type IncidentOutcome = { kind: "noted" } | Found | Refused;

/** The name of the buttons. */
export const intentField = "intent";
const intents = ["note", "find"] as const;

export const incidentFormFields = [intentField, "revision", "state", "note", "who", "from", "to"] as const;

/** Whether a form searches for people, which requires recent authentication. */
export function isSearch(form: FormData): boolean {
  return form.get(intentField) === "find";
}

/** Adds a note, or finds the people whom the incident affects. */
export async function applyIncidentForm(
  deps: Deps,
  incident: { id: number; kind: IncidentKind },
  form: FormData,
): Promise<IncidentOutcome> {
  const intent = intents.find((each) => each === form.get(intentField));
  if (intent === undefined) {
    return { kind: "refused", intent, status: 422, refusal: incidentErrors.unclear, values: {}, errors: {} };
  }
  return intent === "note" ? addNote(deps, incident, form) : find(deps, incident.id, form);
}

async function addNote(
  deps: Deps,
  { id, kind }: { id: number; kind: IncidentKind },
  form: FormData,
): Promise<IncidentOutcome> {
  const refused = { kind: "refused", intent: "note" } as const;
  const parsed = parseForm(createNoteSchema(kind), form);
  if (!parsed.ok) {
    const { fieldErrors: errors, values } = parsed;
    return { ...refused, status: 422, refusal: incidentErrors.fields, values, errors };
  }
  const { revision, ...note } = parsed.value;
  const added = await addIncidentNote(deps, { id, revision: Number(revision) }, note);
  if (added.ok) return { kind: "noted" };
  if (added.reason === "unknown") {
    return { ...refused, status: 404, refusal: incidentErrors.unclear, values: note, errors: {} };
  }
  return { ...refused, status: 409, refusal: incidentErrors.changed, values: note, errors: {} };
}

async function find(deps: Deps, id: number, form: FormData): Promise<IncidentOutcome> {
  const parsed = parseForm(accessSchema, form);
  if (!parsed.ok) {
    const { fieldErrors: errors, values } = parsed;
    return { kind: "refused", intent: "find", status: 422, refusal: incidentErrors.search, values, errors };
  }
  const { people, erased, lists } = await findAffected(
    deps,
    { id, ...parsed.value },
    "affected-people-found",
  );
  const record = people.filter(({ basis }) => basis === "record").length;
  const { viewed, exported } = lists;
  const counts = { record, list: people.length - record, erased: erased.length, viewed, exported };
  return { kind: "found", access: parsed.value, counts };
}
