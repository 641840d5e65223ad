import { isList, isRecord, type Json, type JsonRecord } from "#app/publishing/documents/json.ts";

export type Merge = {
  merged: Json;
  /** The paths of the fields that both sides changed differently, such as `hero.lead`. The merged document has the version of `theirs`. */
  conflicts: readonly string[];
};

/**
 * Merges two versions of a document that began with the same one. A list whose length differs between the versions, or in which an item has
 * moved, counts as one field, because its items cannot be matched by position.
 */
export function mergeDocuments(base: Json, ours: Json, theirs: Json): Merge {
  const conflicts: string[] = [];
  const merged = merge([], base, ours, theirs, conflicts);
  return { merged, conflicts };
}

function merge(path: readonly string[], base: Json, ours: Json, theirs: Json, conflicts: string[]): Json {
  const isUnchanged = isEqual(base, theirs) || isEqual(ours, theirs);
  if (isUnchanged) return ours;
  if (isEqual(base, ours)) return theirs;
  const versions = [base, ours, theirs];
  if (versions.every(isList) && haveSamePositions(versions)) return mergeLists(path, versions, conflicts);
  if (versions.every(isRecord)) return mergeRecords(path, versions, conflicts);
  conflicts.push(path.join("."));
  return theirs;
}

function mergeLists(
  path: readonly string[],
  [base, ours, theirs]: readonly (readonly Json[])[],
  conflicts: string[],
): Json {
  return (theirs ?? []).map((item, index) =>
    merge([...path, String(index)], base?.[index] ?? null, ours?.[index] ?? null, item, conflicts),
  );
}

function haveSamePositions([base = [], ...sides]: readonly (readonly Json[])[]): boolean {
  return sides.every((side) => side.length === base.length && !hasMovedItem(base, side));
}

/** Whether a changed position has an item that another position had before. */
function hasMovedItem(base: readonly Json[], side: readonly Json[]): boolean {
  return side.some(
    (item, index) => !isEqual(item, base[index]) && base.some((before) => isEqual(item, before)),
  );
}

/** Undefined values stand for fields that a version does not have. */
function mergeRecords(
  path: readonly string[],
  [base = {}, ours = {}, theirs = {}]: readonly JsonRecord[],
  conflicts: string[],
): Json {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const entries = [...keys].flatMap((key): [string, Json][] => {
    const [before, own, other] = [base[key], ours[key], theirs[key]];
    if (before !== undefined && own !== undefined && other !== undefined) {
      return [[key, merge([...path, key], before, own, other, conflicts)]];
    }
    const isOursChanged = !isEqual(before, own);
    const isTheirsChanged = !isEqual(before, other);
    if (isOursChanged && isTheirsChanged && !isEqual(own, other)) conflicts.push([...path, key].join("."));
    const kept = isTheirsChanged ? other : own;
    return kept === undefined ? [] : [[key, kept]];
  });
  return Object.fromEntries(entries);
}

function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]));
}
