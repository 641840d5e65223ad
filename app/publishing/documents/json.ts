/** JSON values, as documents consist of them. */
export type Json = string | number | boolean | null | readonly Json[] | JsonRecord;

export type JsonRecord = { readonly [key: string]: Json };

export function parseJson(text: string): Json {
  // The type says what JSON can contain.
  return JSON.parse(text) as Json;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
