import * as z from "zod/v4/core";
import { AppError } from "#app/platform/errors.ts";
import type { FormSchema } from "./form.ts";
import { refuse } from "./refusal.ts";

/** A valid request body, or the response that names the invalid fields. */
export type ParsedJson<Schema extends FormSchema> =
  | { ok: true; value: z.output<Schema>; body: Record<string, unknown> }
  | { ok: false; response: Response };

/**
 * Reads and validates the JSON object in a request's body.
 * @param countSize called with the number of characters before they are parsed, which takes most of the time
 * @throws AppError `unsupported` for another content type, `invalid` if the body is not a JSON object
 */
export async function parseJson<Schema extends FormSchema>(
  schema: Schema,
  request: Request,
  countSize?: (characters: number) => void,
): Promise<ParsedJson<Schema>> {
  const body = await readJsonObject(request, countSize);
  const result = z.safeParse(schema, body);
  if (result.success) return { ok: true, value: result.data, body };
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[String(path[0])] ??= message;
  return { ok: false, response: refuse("invalid", { fields }) };
}

async function readJsonObject(
  request: Request,
  countSize?: (characters: number) => void,
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported", "A JSON endpoint was sent another content type.");
  }
  const text = await request.text();
  countSize?.(text.length);
  const value = parse(text);
  if (!isObject(value)) throw new AppError("invalid", "The body is not a JSON object.");
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The original error quotes the body, which can contain personal data that must not be logged.
    throw new AppError("invalid", `The body of ${text.length} characters is not JSON.`, {
      cause: cause instanceof SyntaxError ? undefined : cause,
    });
  }
}
