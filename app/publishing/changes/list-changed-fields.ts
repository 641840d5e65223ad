import type { Json } from "#app/publishing/documents/json.ts";

/** A field that differs between two versions of a document. */
export type ChangedField = {
  /** Such as `hero.lead` or `sections.2.blocks.0`. */
  path: string;
  /** Undefined if the version does not have the field. */
  before: string | undefined;
  after: string | undefined;
};

/** The fields that differ, in the order of the new version, followed by those that it does not have. */
export function listChangedFields(before: Json, after: Json): ChangedField[] {
  const [old, current] = [listFields(before), listFields(after)];
  const paths = new Set([...current.keys(), ...old.keys()]);
  return [...paths].flatMap((path) =>
    old.get(path) === current.get(path) ? [] : [{ path, before: old.get(path), after: current.get(path) }],
  );
}

/** The texts, numbers and choices of a document by their paths. */
export function listFields(document: Json): Map<string, string> {
  const fields = new Map<string, string>();
  collect("", document, fields);
  return fields;
}

function collect(path: string, value: Json, fields: Map<string, string>): void {
  if (typeof value !== "object" || value === null) {
    fields.set(path, String(value));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    collect(path === "" ? key : `${path}.${key}`, item, fields);
  }
}
