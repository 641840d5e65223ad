import { placeHold, releaseHold, saveFiling, savePromoter } from "#app/compliance/records/records.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { type FormSchema, type ParsedForm, parseForm } from "#app/platform/http/form.ts";
import { practice } from "#content/practice.ts";
import { recordsErrors } from "./records.messages.ts";
import { createRecordsSchemas, type RecordsIntent, recordsIntents } from "./records.schema.ts";

type Deps = Parameters<typeof placeHold>[0];

/** The form after a refusal, with what was typed. */
export type RefusedForm = {
  intent: RecordsIntent | undefined;
  refusal: string;
  /** The hold that a release is about. */
  hold: string;
  values: Readonly<Record<string, string | undefined>>;
  errors: Readonly<Record<string, string | undefined>>;
};

export type RecordsOutcome =
  | { ok: true; intent: RecordsIntent }
  | { ok: false; status: 409 | 422; refused: RefusedForm };

/** Saves one of the forms of the screen. */
export async function applyRecordsForm(deps: Deps, form: FormData): Promise<RecordsOutcome> {
  const intent = recordsIntents.find((each) => each === form.get("intent"));
  const schemas = createRecordsSchemas(dayIn(practice.timeZone, deps.clock.now()));
  switch (intent) {
    case undefined:
      return refuse({ intent, form, refusal: recordsErrors.unclear });
    case "filing":
      return save(intent, form, parseForm(schemas.filing, form), (filing) => saveFiling(deps, filing));
    case "hold":
      return save(intent, form, parseForm(schemas.hold, form), ({ holdReason }) =>
        placeHold(deps, holdReason),
      );
    case "promoter":
      return save(intent, form, parseForm(schemas.promoter, form), ({ promoterNote, ...promoter }) =>
        savePromoter(deps, { ...promoter, note: promoterNote }),
      );
    case "release":
      return release(deps, form, parseForm(schemas.release, form));
  }
}

async function save<Schema extends FormSchema>(
  intent: RecordsIntent,
  form: FormData,
  parsed: ParsedForm<Schema>,
  store: (value: Extract<ParsedForm<Schema>, { ok: true }>["value"]) => Promise<void>,
): Promise<RecordsOutcome> {
  if (!parsed.ok) return refuse({ intent, form, ...parsed });
  await store(parsed.value);
  return { ok: true, intent };
}

type Schemas = ReturnType<typeof createRecordsSchemas>;

async function release(
  deps: Deps,
  form: FormData,
  parsed: ParsedForm<Schemas["release"]>,
): Promise<RecordsOutcome> {
  if (!parsed.ok) return refuse({ intent: "release", form, ...parsed });
  const { hold, releaseReason: reason } = parsed.value;
  if (await releaseHold(deps, { id: Number(hold), reason })) return { ok: true, intent: "release" };
  return refuse({ intent: "release", form, refusal: recordsErrors.released, status: 409 });
}

function refuse({
  intent,
  form,
  refusal = recordsErrors.fields,
  status = 422,
  values = {},
  fieldErrors = {},
}: {
  intent: RecordsIntent | undefined;
  form: FormData;
  refusal?: string;
  status?: 409 | 422;
  values?: RefusedForm["values"];
  fieldErrors?: RefusedForm["errors"];
}): RecordsOutcome {
  const hold = form.get("hold");
  const refused = {
    intent,
    refusal,
    values,
    errors: fieldErrors,
    hold: typeof hold === "string" ? hold : "",
  };
  return { ok: false, status, refused };
}
