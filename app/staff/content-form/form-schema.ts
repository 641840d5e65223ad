import { isList, isRecord, type Json } from "#app/publishing/documents/json.ts";

/** The part of JSON Schema that the schemas of the documents use. */
export type FormSchema = {
  type?: string;
  description?: string;
  const?: Json;
  enum?: readonly Json[];
  anyOf?: readonly FormSchema[];
  properties?: Readonly<Record<string, FormSchema>>;
  required?: readonly string[];
  /** The values of a record, whose keys are free. */
  additionalProperties?: FormSchema | boolean;
  items?: FormSchema;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  /** Published values of the field stay as they are. */
  fixed?: boolean;
};

/** The member of a union that a value has the shape of. A value without one, in a draft with mistakes, has that of the first member. */
export function chooseMember(members: readonly FormSchema[], value: Json | undefined): FormSchema {
  const best = members.toSorted((one, other) => countMatches(other, value) - countMatches(one, value))[0];
  return best ?? {};
}

function countMatches(schema: FormSchema, value: Json | undefined): number {
  if (schema.const !== undefined) return schema.const === value ? 2 : 0;
  if (isList(value)) return schema.type === "array" ? 1 : 0;
  if (!isRecord(value)) return typeof value === schema.type ? 1 : 0;
  const keys = Object.keys(schema.properties ?? {});
  return keys.filter((key) => value[key] !== undefined).length;
}

/** A new value that a form can fill in. It has the required fields, and lists have their minimum of items. */
export function createBlank(schema: FormSchema): Json {
  const given = schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [member] = schema.anyOf ?? [];
  if (member !== undefined) return createBlank(member);
  if (schema.type === "array") return createBlankItems(schema);
  if (schema.type === "object") return createBlankRecord(schema);
  return schema.type === "boolean" ? false : "";
}

function createBlankItems({ items = {}, minItems = 0 }: FormSchema): Json {
  return Array.from({ length: Math.max(1, minItems) }, () => createBlank(items));
}

function createBlankRecord({ properties = {}, required = [] }: FormSchema): Json {
  return alignRows(
    Object.fromEntries(required.map((key): [string, Json] => [key, createBlank(properties[key] ?? {})])),
  );
}

/** Gives each row of a new table as many cells as it has columns. */
function alignRows(value: Readonly<Record<string, Json>>): Json {
  const { columns, rows } = value;
  if (!isList(columns) || !isList(rows)) return value;
  return { ...value, rows: rows.map(() => columns.map(() => "")) };
}

/** Whether an object is a table, whose rows have one cell for each column. */
export function isTable({ properties = {} }: FormSchema): boolean {
  return properties["columns"]?.type === "array" && properties["rows"]?.items?.type === "array";
}
