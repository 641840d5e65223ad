import { diffArrays } from "diff";
import { createTimeBudget, type TimeBudget } from "#app/compliance/archive/compare-texts.ts";
import { type ChangedField, listFields } from "#app/publishing/changes/list-changed-fields.ts";
import { isList, isRecord, type Json } from "#app/publishing/documents/json.ts";

/**
 * The fields that differ between two versions of a document. Items of lists that were inserted, removed or moved do not change the other items.
 * A removed field has its former path. Lists for which no time remains are matched by position.
 */
export function compareVersions(before: Json, after: Json, budget = createTimeBudget()): ChangedField[] {
  return compare("", before, after, budget);
}

function compare(
  path: string,
  before: Json | undefined,
  after: Json | undefined,
  budget: TimeBudget,
): ChangedField[] {
  if (isList(before) && isList(after)) return compareLists(path, before, after, budget);
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...keys].flatMap((key) => compare(join(path, key), before[key], after[key], budget));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isComposite(before) && !isComposite(after)) {
    return [{ path, before: toText(before), after: toText(after) }];
  }
  return [...listTexts(path, before, "before"), ...listTexts(path, after, "after")];
}

function compareLists(
  path: string,
  before: readonly Json[],
  after: readonly Json[],
  budget: TimeBudget,
): ChangedField[] {
  const [old, current] = [before, after].map((items) => items.map((item) => JSON.stringify(item)));
  const parts = diffArrays(old ?? [], current ?? [], { timeout: budget() }) ?? [
    { count: before.length, removed: true, added: false },
    { count: after.length, removed: false, added: true },
  ];
  const fields: ChangedField[] = [];
  let [oldIndex, index] = [0, 0];
  let [removed, added]: [number[], number[]] = [[], []];
  const flush = (): void => {
    fields.push(...compareItems(path, { before, after, removed, added }, budget));
    [removed, added] = [[], []];
  };
  for (const part of parts) {
    const positions = (from: number) => Array.from({ length: part.count }, (_, at) => from + at);
    if (part.removed) removed.push(...positions(oldIndex));
    else if (part.added) added.push(...positions(index));
    else flush();
    if (!part.added) oldIndex += part.count;
    if (!part.removed) index += part.count;
  }
  flush();
  return fields;
}

/** Compares the items between two that are unchanged, by position. */
function compareItems(
  path: string,
  lists: {
    before: readonly Json[];
    after: readonly Json[];
    removed: readonly number[];
    added: readonly number[];
  },
  budget: TimeBudget,
): ChangedField[] {
  const { before, after, removed, added } = lists;
  return Array.from({ length: Math.max(removed.length, added.length) }).flatMap((_, at) => {
    const [from, to] = [removed[at], added[at]];
    return compare(
      join(path, String(to ?? from)),
      from === undefined ? undefined : before[from],
      to === undefined ? undefined : after[to],
      budget,
    );
  });
}

function listTexts(path: string, value: Json | undefined, side: "before" | "after"): ChangedField[] {
  if (value === undefined) return [];
  return [...listFields(value)].map(([own, text]) => ({
    path: own === "" ? path : join(path, own),
    before: side === "before" ? text : undefined,
    after: side === "after" ? text : undefined,
  }));
}

function isComposite(value: Json | undefined): boolean {
  return isList(value) || isRecord(value);
}

function toText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "object" ? undefined : String(value);
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
