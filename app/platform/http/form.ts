import * as z from "zod/v4/core";
import { AppError } from "#app/platform/errors.ts";
import { maximumLength } from "#app/platform/limits.ts";

/** Longer values are truncated when they are shown again. Twice the longest text, because browsers send a line break as two characters. */
const maxEchoedLength = 2 * maximumLength.freeText;

/** The schema of a form: an object of fields, from either edition of Zod. */
export type FormSchema = z.$ZodObject;

export type FieldOf<Schema extends FormSchema> = keyof z.output<Schema> & string;

/** The parsed form, or its errors and the submitted values to display again. */
export type ParsedForm<Schema extends FormSchema> =
  | { ok: true; value: z.output<Schema> }
  | {
      ok: false;
      /** One sentence for each invalid field. */
      fieldErrors: Partial<Record<FieldOf<Schema>, string>>;
      /** The error of the form as a whole, if the schema reports one. */
      formError: string | undefined;
      /** The submitted values, to display again. They never include passwords or other secrets. */
      values: Partial<Record<FieldOf<Schema>, string>>;
    };

/** No form of the site has as many fields. Parsing tens of thousands of short ones would block the process for 80 ms. */
const maxFormFields = 2_000;

/**
 * Reads the form in a request's body.
 * @throws AppError `unsupported` if the body is not a form, `too-large` if it has too many fields
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const type = request.headers.get("content-type")?.toLowerCase() ?? "";
    if (!type.startsWith("application/x-www-form-urlencoded")) return await request.formData();
    const text = await request.text();
    if (text.split("&", maxFormFields + 1).length > maxFormFields) {
      throw new AppError("too-large", `The form has more than ${maxFormFields} fields.`);
    }
    return await new Response(text, { headers: { "content-type": type } }).formData();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("unsupported", "The request body is not a form.", { cause });
  }
}

/**
 * Validates a submitted form with its schema. Fields that are not in the schema are dropped, and a file in a text field counts as missing.
 * @example
 * const form = parseForm(signInSchema, await readForm(request));
 * if (!form.ok) return data(form, { status: 422 });
 */
export function parseForm<Schema extends FormSchema>(schema: Schema, form: FormData): ParsedForm<Schema> {
  // The keys of a schema's shape are the keys of its output, which the library's types do not express.
  const fields = Object.keys(schema._zod.def.shape) as FieldOf<Schema>[];
  const posted = new Map(fields.map((field) => [field, textOf(form, field)]));
  const result = z.safeParse(schema, Object.fromEntries(posted));
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    ...groupErrors(fields, result.error.issues),
    values: fromFields(fields, (field) => (isSecret(field) ? undefined : truncate(posted.get(field)))),
  };
}

/** Returns the first error of each field and the first error of the whole form. */
export function groupErrors<Field extends string>(
  fields: readonly Field[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): { fieldErrors: Partial<Record<Field, string>>; formError: string | undefined } {
  return {
    fieldErrors: fromFields(fields, (field) => issues.find(({ path }) => path[0] === field)?.message),
    formError: issues.find(({ path }) => path.length === 0)?.message,
  };
}

/** Secret fields are recognized by name, so that forms do not have to declare them. Their values are never sent back to a page. */
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
