import { isList, isRecord, type Json } from "#app/publishing/documents/json.ts";
import { type FormNode, isLeaf, lastKey, type LeafNode } from "./form-node.ts";

/** What was typed, by the paths of the fields. Fields that the form did not contain are absent. */
export type TypedFields = ReadonlyMap<string, string>;

/**
 * Returns the document with what was typed. Locked fields stay as they are, as do those that the form did not contain. Fields that the schema
 * does not know are left out, because no one could correct them.
 */
export function applyFields(document: Json, form: FormNode, typed: TypedFields): Json {
  return apply(form, document, typed) ?? document;
}

function apply(node: FormNode, value: Json | undefined, typed: TypedFields): Json | undefined {
  if (node.kind === "absent") return undefined;
  if (node.kind === "list") {
    return isList(value)
      ? node.items.map((item, index) => apply(item, value[index], typed) ?? value[index] ?? null)
      : value;
  }
  if (node.kind === "group") return applyGroup(node.children, isRecord(value) ? value : {}, typed);
  const text = typed.get(node.path);
  if (text === undefined || node.isLocked) return value;
  const read = readLeaf(node, text);
  // Space around a text is no change.
  return typeof value === "string" && value.trim() === read ? value : read;
}

/** Keeps the order of the fields that the document has. New ones follow in the order of the schema. */
function applyGroup(
  children: readonly FormNode[],
  record: Readonly<Record<string, Json>>,
  typed: TypedFields,
): Json {
  const byKey = new Map(children.map((child) => [lastKey(child.path), child]));
  const known = Object.keys(record).filter((key) => byKey.has(key));
  const added = [...byKey.keys()].filter((key) => !Object.hasOwn(record, key));
  return Object.fromEntries(
    [...known, ...added].flatMap((key): [string, Json][] => {
      const child = byKey.get(key);
      const applied = child === undefined ? undefined : apply(child, record[key], typed);
      return applied === undefined ? [] : [[key, applied]];
    }),
  );
}

function readLeaf(node: LeafNode, typed: string): Json | undefined {
  if (node.kind === "flag") return typed === flagOn ? node.values.on : node.values.off;
  // Browsers send a line break as two characters.
  const text = typed.replaceAll(/\r\n?/g, "\n").trim();
  if (text === "" && node.isOptional) return undefined;
  if (node.kind !== "number") return text;
  // A number with a mistake is kept as it was typed, and the schema rejects it.
  const number = Number(text.replaceAll(",", ""));
  return text === "" || Number.isNaN(number) ? text : number;
}

/** The value of a checked box. An unchecked one sends another value, so that it differs from a field that the form does not contain. */
export const flagOn = "on";
export const flagOff = "off";

/** The text that a form contains for a field, without space around it. */
export function formatLeaf(node: LeafNode): string {
  if (node.kind === "flag") return node.isOn ? flagOn : flagOff;
  return node.value.trim();
}

/** What an untouched form sends. */
export function listTyped(node: FormNode): [string, string][] {
  if (isLeaf(node)) return [[node.path, formatLeaf(node)]];
  if (node.kind === "absent") return [];
  return (node.kind === "group" ? node.children : node.items).flatMap(listTyped);
}
