import * as z from "zod/v4/core";
import { AppError } from "#app/platform/errors.ts";
import { maximumLength } from "#app/platform/limits.ts";

/** Longer values are truncated when they are shown again. Twice the longest text, because browsers send a line break as two characters. */
const maxEchoedLength = 2 * maximumLength.freeText;

/** What a form's schema is: an object of fields, from either edition of the schema library. */
export type FormSchema = z.$ZodObject;

export type FieldOf<Schema extends FormSchema> = keyof z.output<Schema> & string;

/** A form that was read, or what to show beside its fields and what to fill them with again. */
export type ParsedForm<Schema extends FormSchema> =
  | { ok: true; value: z.output<Schema> }
  | {
      ok: false;
      /** One sentence per field that can't be used as it is. */
      fieldErrors: Partial<Record<FieldOf<Schema>, string>>;
      /** What is wrong with the form as a whole, where the schema says so. */
      formError: string | undefined;
      /** What was typed, to be shown again. Passwords and other secrets are never among it. */
      values: Partial<Record<FieldOf<Schema>, string>>;
    };

/**
 * The form in a request's body.
 * @throws AppError `unsupported` where the body is of another kind
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError("unsupported", "the request's body is no form", { cause });
  }
}

/**
 * Reads a posted form by its schema. Fields that the schema does not name are dropped; a file where text belongs counts
 * as missing.
 * @example
 * const form = parseForm(signInSchema, await readForm(request));
 * if (!form.ok) return data(form, { status: 422 });
 */
export function parseForm<Schema extends FormSchema>(schema: Schema, form: FormData): ParsedForm<Schema> {
  // The keys of a schema's shape are the keys of what it returns, which the library's types do not say.
  const fields = Object.keys(schema._zod.def.shape) as FieldOf<Schema>[];
  const posted = new Map(fields.map((field) => [field, textOf(form, field)]));
  const result = z.safeParse(schema, Object.fromEntries(posted));
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    ...errorsOf(fields, result.error.issues),
    values: fromFields(fields, (field) => (isSecret(field) ? undefined : truncate(posted.get(field)))),
  };
}

/** The first sentence about each field, and the first about the whole, from a schema's findings. */
export function errorsOf<Field extends string>(
  fields: readonly Field[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): { fieldErrors: Partial<Record<Field, string>>; formError: string | undefined } {
  return {
    fieldErrors: fromFields(fields, (field) => issues.find(({ path }) => path[0] === field)?.message),
    formError: issues.find(({ path }) => path.length === 0)?.message,
  };
}

/** Recognized by name, so that no form can forget to declare it. Its value is never sent back to a page. */
export function isSecret(field: string): boolean {
  return /password|secret|token|code/i.test(field);
}

function textOf(form: FormData, field: string): string | undefined {
  const value = form.get(field);
  return typeof value === "string" ? value : undefined;
}

function truncate(value: string | undefined): string | undefined {
  if (value === undefined || value.length <= maxEchoedLength) return value;
  // A pair of surrogates is one character and must not be split.
  return value.slice(0, maxEchoedLength).replace(/[\uD800-\uDBFF]$/, "");
}

function fromFields<Field extends string>(
  fields: readonly Field[],
  valueOf: (field: Field) => string | undefined,
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const value = valueOf(field);
    if (value !== undefined) found[field] = value;
  }
  return found;
}
