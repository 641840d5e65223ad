import { saveSpend } from "#app/people/sources/save-spend.server.ts";
import { findSimilarName } from "#app/people/sources/source-names.server.ts";
import { formatCents } from "#app/people/sources/spend.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { spendErrors, spendRefusals } from "./source-forms.messages.ts";
import {
  listMonths,
  newNameField,
  parseSpend,
  readRevision,
  readSpendValues,
  type SpendErrors,
  type SpendValues,
} from "./spend-values.ts";

/**
 * The form after a refusal.
 * @property revision of the stored entry
 * @property newName a name that is similar to a known one, which the form offers to confirm
 */
export type SpendDraft = {
  values: SpendValues;
  revision: number;
  errors: SpendErrors;
  refusal: string;
  newName?: string;
};

type Deps = Parameters<typeof saveSpend>[0];

/** Saves the form. */
export async function applySpend(
  deps: Deps,
  form: FormData,
): Promise<{ ok: true } | { ok: false; status: 409 | 422; draft: SpendDraft }> {
  const values = readSpendValues(form);
  const revision = readRevision(form);
  const today = dayIn(practice.timeZone, deps.clock.now());
  // An entry of an earlier month can be changed.
  const months = listMonths(
    today,
    revision > 0 && /^\d{4}-(0[1-9]|1[0-2])$/.test(values.month) ? values.month : undefined,
  );
  const parsed = parseSpend(values, { revision, months });
  if (!parsed.ok) {
    return {
      ok: false,
      status: 422,
      draft: { values, revision, errors: parsed.errors, refusal: spendRefusals.fields },
    };
  }
  const { kind, name } = parsed.value;
  const similar = form.get(newNameField) === name ? undefined : await findSimilarName(deps.db, kind, name);
  if (similar !== undefined) {
    const errors = { name: spendErrors.nameSimilar(similar) };
    return {
      ok: false,
      status: 422,
      draft: { values, revision, errors, refusal: spendRefusals.fields, newName: name },
    };
  }
  const saved = await saveSpend(deps, parsed.value);
  if (saved.ok) return saved;
  const { current } = saved;
  const refusal =
    current === undefined
      ? spendRefusals.removed
      : spendRefusals.changed(
          formatCents(current.cents),
          current.enteredBy,
          momentIn(practice.timeZone, current.enteredAt),
        );
  return { ok: false, status: 409, draft: { values, revision: current?.revision ?? 0, errors: {}, refusal } };
}
