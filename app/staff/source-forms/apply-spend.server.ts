import { saveSpend } from "#app/people/sources/save-spend.server.ts";
import { formatCents } from "#app/people/sources/spend.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { spendRefusals } from "./source-forms.messages.ts";
import {
  listMonths,
  parseSpend,
  readRevision,
  readSpendValues,
  type SpendErrors,
  type SpendValues,
} from "./spend-values.ts";

/** The form after a refusal. `revision` is that of the stored entry. */
export type SpendDraft = { values: SpendValues; revision: number; errors: SpendErrors; refusal: string };

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
