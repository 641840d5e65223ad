import { isList, isRecord, type Json } from "#app/publishing/documents/json.ts";
import { documentItems, itemLabelAt, labelOf, memberLabelOf } from "./form-labels.ts";
import type { FormNode, GroupNode, ListNode } from "./form-node.ts";
import { joinPath, lastKey } from "./form-node.ts";
import { chooseMember, type FormSchema, isTable } from "./form-schema.ts";

type Place = {
  /** The name of the document. */
  document: string;
  /** The published values of fixed fields, which cannot be changed. */
  locked: ReadonlySet<string>;
  path: string;
  label: string;
  isOptional: boolean;
  /** The field is part of a fixed one. */
  isFixed: boolean;
  /** The cells of a table have its columns as labels, and their number follows from them. */
  columns?: readonly Json[] | undefined;
};

/**
 * Derives the form of a document from its schema and its value. A draft with mistakes has a form as well.
 * @param published the published version, whose ids, paths and keys stay as they are
 */
export function createForm(
  document: string,
  { title, schema, value, published }: { title: string; schema: FormSchema; value: Json; published: Json },
): FormNode {
  const locked = new Set(listFixedValues(schema, published));
  return createNode(schema, value, {
    document,
    locked,
    path: "",
    label: title,
    isOptional: false,
    isFixed: false,
  });
}

function listFixedValues(schema: FormSchema, value: Json | undefined): string[] {
  if (schema.anyOf !== undefined) return listFixedValues(chooseMember(schema.anyOf, value), value);
  if (schema.fixed === true && typeof value === "string") return [value];
  if (isList(value)) return value.flatMap((item) => listFixedValues(schema.items ?? {}, item));
  if (!isRecord(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    listFixedValues(field, value[key]),
  );
}

function createNode(given: FormSchema, value: Json | undefined, place: Place): FormNode {
  const schema = given.anyOf === undefined ? given : chooseMember(given.anyOf, value);
  const common = { path: place.path, label: place.label, hint: given.description ?? schema.description };
  if (schema.type !== "object" && schema.type !== "array") return createLeaf(schema, value, place, common);
  if (value === undefined && place.isOptional) return { kind: "absent", ...common };
  const inner = { ...place, isFixed: place.isFixed || schema.fixed === true };
  return schema.type === "array"
    ? { ...common, ...createList(schema, value, inner) }
    : { ...common, ...createGroup(schema, value, inner) };
}

function createLeaf(schema: FormSchema, value: Json | undefined, place: Place, common: Common): FormNode {
  const text = toText(value);
  const isLocked = isLockedText(schema, text, place);
  const { isOptional } = place;
  if (schema.const !== undefined && isOptional) return createConstFlag(schema.const, value, common, isLocked);
  if (schema.type === "boolean") {
    const values = { on: true, off: false };
    return { kind: "flag", ...common, isOn: value === true, values, isLocked };
  }
  const field = { ...common, value: text, isOptional, isLocked };
  if (schema.enum !== undefined) return { kind: "choice", ...field, choices: schema.enum.map(toText) };
  if (schema.type === "number" || schema.type === "integer") return { kind: "number", ...field };
  const isRemovable = place.document === "articles";
  return { kind: "text", ...field, input: chooseInput(schema), maxLength: schema.maxLength, isRemovable };
}

/** A published value of a fixed field, or a text that the schema prescribes. */
function isLockedText(schema: FormSchema, text: string, { isFixed, isOptional, locked }: Place): boolean {
  const isPublished = schema.fixed === true && text !== "" && locked.has(text);
  return isFixed || isPublished || (schema.const !== undefined && !isOptional);
}

/** A draft with mistakes can have a list where the schema expects a text. */
function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

type Common = { path: string; label: string; hint: string | undefined };

function createConstFlag(
  constant: Json,
  value: Json | undefined,
  common: Common,
  isLocked: boolean,
): FormNode {
  const on = typeof constant === "boolean" ? constant : toText(constant);
  const label =
    on === false
      ? `Not ${common.label.replace(/^Is /, "").toLowerCase()}`
      : `${common.label}${on === true ? "" : `: ${on}`}`;
  return {
    kind: "flag",
    ...common,
    label,
    isOn: value === constant,
    values: { on, off: undefined },
    isLocked,
  };
}

function chooseInput({
  format,
  pattern,
  fixed,
  maxLength = Infinity,
}: FormSchema): "line" | "paragraph" | "date" {
  if (format === "date") return "date";
  const isShort = format !== undefined || pattern !== undefined || fixed === true || maxLength <= 8;
  return isShort ? "line" : "paragraph";
}

function createGroup(
  schema: FormSchema,
  value: Json | undefined,
  place: Place,
): Pick<GroupNode, "kind" | "title" | "children" | "isRemovable"> {
  const record = isRecord(value) ? value : {};
  const { additionalProperties, required = [] } = schema;
  const isFree = typeof additionalProperties === "object";
  const properties =
    schema.properties ??
    (isFree ? Object.fromEntries(Object.keys(record).map((key) => [key, additionalProperties])) : {});
  const columns = isTable(schema) && isList(record["columns"]) ? record["columns"] : undefined;
  const children = Object.entries(properties).map(([key, field]) =>
    createNode(field, record[key], {
      ...place,
      path: joinPath(place.path, key),
      label: labelOf(key),
      isOptional: !isFree && !required.includes(key),
      columns: key === "rows" ? columns : undefined,
    }),
  );
  // Other groups are distinguished by their names.
  const isItem = /^\d+$/.test(lastKey(place.path));
  return {
    kind: "group",
    title: isItem ? findTitle(children) : undefined,
    children,
    isRemovable: place.isOptional && !place.isFixed,
  };
}

/** The names of texts that distinguish an item, the best one first. */
const titles = ["heading", "title", "question", "label", "name", "term", "headline", "when", "author"];

function findTitle(children: readonly FormNode[]): string | undefined {
  const texts = titles.flatMap((key) =>
    children.filter((child) => child.kind === "text" && lastKey(child.path) === key),
  );
  const [first] = texts;
  return first?.kind === "text" && first.value !== "" ? first.value : undefined;
}

function createList(
  schema: FormSchema,
  value: Json | undefined,
  place: Place,
): Pick<ListNode, "kind" | "items" | "additions" | "canRemove" | "canMove" | "isRemovable"> {
  const items = isList(value) ? value : [];
  const { items: itemSchema = {}, minItems = 0, maxItems = Infinity } = schema;
  const name = describeItems(place);
  // The columns are those of a row if the items are cells.
  const columns = itemSchema.type === "array" ? undefined : place.columns;
  const canChange = !place.isFixed && columns === undefined;
  const labelOfItem = (item: Json, index: number): string =>
    columns === undefined
      ? describeItem(itemSchema, item, `${name} ${index + 1} of ${items.length}`)
      : cellLabel(columns[index], index);
  return {
    kind: "list",
    items: items.map((item, index) =>
      createNode(itemSchema, item, {
        ...place,
        path: joinPath(place.path, index),
        label: labelOfItem(item, index),
        isOptional: false,
      }),
    ),
    additions: listAdditions(itemSchema, name),
    canRemove: items.length > minItems,
    canMove: true,
    isRemovable: place.isOptional,
    ...(canChange ? {} : unchangeable),
    ...(items.length < maxItems ? {} : { additions: [] }),
  };
}

const unchangeable = { additions: [], canRemove: false, canMove: false, isRemovable: false };

function describeItems({ document, path }: Place): string {
  return path === "" ? (documentItems[document] ?? "Item") : itemLabelAt(path);
}

function cellLabel(column: Json | undefined, index: number): string {
  return typeof column === "string" && column !== "" ? column : `Cell ${index + 1}`;
}

function describeItem({ anyOf }: FormSchema, item: Json, place: string): string {
  if (anyOf === undefined) return place;
  const { properties = {} } = chooseMember(anyOf, item);
  return `${place}: ${memberLabelOf(Object.keys(properties)[0]).toLowerCase()}`;
}

function listAdditions({ anyOf }: FormSchema, name: string): string[] {
  if (anyOf === undefined) return [name];
  return anyOf.map(({ properties }) => memberLabelOf(Object.keys(properties ?? {})[0]));
}
