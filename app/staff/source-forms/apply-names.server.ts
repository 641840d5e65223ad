import type { SpendKind } from "#app/people/sources/save-spend.server.ts";
import { findSourceName, maxSpellings, moveSpellings } from "#app/people/sources/source-names.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { nameFieldErrors, nameRefusals } from "./source-forms.messages.ts";
import { findNameError } from "./source-name-error.ts";
import { nameFields } from "./name-fields.ts";

/** The form after a refusal. */
export type NamesDraft = {
  name: string;
  spellings: readonly string[];
  errors: { name?: string; spellings?: string };
  refusal: string;
};

type Deps = Parameters<typeof moveSpellings>[0];

/**
 * Gives the chosen spellings the name of the form.
 * @param group the name that the form was opened with
 * @returns undefined if no spelling has that name any more
 */
export async function applyNames(
  deps: Deps,
  group: { kind: SpendKind; name: string },
  form: FormData,
): Promise<{ ok: true } | { ok: false; status: 409 | 422; draft: NamesDraft } | undefined> {
  const name = readText(form.get(nameFields.newName));
  const spellings = form
    .getAll(nameFields.spelling)
    .filter((spelling) => typeof spelling === "string")
    .slice(0, maxSpellings);
  const stored = await findSourceName(deps.db, group);
  if (stored === undefined) return undefined;
  const refuse = (status: 409 | 422, draft: Pick<NamesDraft, "errors" | "refusal">) =>
    ({ ok: false, status, draft: { name, spellings, ...draft } }) as const;
  const nameError = findNameError(name, nameFieldErrors.missing);
  const errors = {
    ...(nameError === undefined ? {} : { name: nameError }),
    ...(spellings.length === 0 ? { spellings: nameFieldErrors.spellings } : {}),
  };
  if (Object.keys(errors).length > 0) return refuse(422, { errors, refusal: nameRefusals.fields });
  const isChanged = spellings.some((spelling) => !stored.spellings.includes(spelling));
  if (isChanged) return refuse(409, { errors: {}, refusal: nameRefusals.changed });
  const moved = await moveSpellings(deps, { kind: group.kind, from: group.name, spellings, to: name });
  return moved.ok ? moved : refuse(409, { errors: {}, refusal: nameRefusals.changed });
}

function readText(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.trim().slice(0, 2 * maximumLength.name) : "";
}
