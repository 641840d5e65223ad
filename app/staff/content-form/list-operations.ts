import { isList, isRecord, type Json } from "#app/publishing/documents/json.ts";
import { type FormNode, findNode, joinPath, lastKey, type ListNode, parentPath } from "./form-node.ts";
import { chooseMember, createBlank, type FormSchema } from "./form-schema.ts";

/** A change of a list, or of an optional part. */
export type ListOperation =
  /** @param member the index of the kind of item */
  { kind: "add"; path: string; member: number } | { kind: "remove" | "up" | "down"; path: string };

/** “up:sections.2”, as the buttons of the form send it. The kind of an added item is a field of its own. */
export function parseOperation(
  text: string,
  readMember: (path: string) => string,
): ListOperation | undefined {
  const [, kind, path] = /^(add|remove|up|down):(.*)$/s.exec(text) ?? [];
  if (path === undefined) return undefined;
  if (kind === "remove" || kind === "up" || kind === "down") return { kind, path };
  const member = Number(readMember(path));
  return Number.isInteger(member) && member >= 0 ? { kind: "add", path, member } : undefined;
}

type Edited = { document: Json; path: string } | undefined;

/** @returns undefined if the form does not permit the operation */
export function applyOperation(
  document: Json,
  { form, schema }: { form: FormNode; schema: FormSchema },
  operation: ListOperation,
): Edited {
  const { kind, path } = operation;
  if (kind === "add") return add(document, form, schema, operation);
  const node = findNode(form, path);
  const parent = findNode(form, parentPath(path));
  if (node === undefined || parent === undefined || path === "") return undefined;
  if (parent.kind === "list") return editItem(document, parent, { kind, index: Number(lastKey(path)) });
  const isRemovable = kind === "remove" && "isRemovable" in node && node.isRemovable;
  return isRemovable ? { document: change(document, path, () => undefined), path: parent.path } : undefined;
}

function editItem(
  document: Json,
  list: ListNode,
  { kind, index }: { kind: "remove" | "up" | "down"; index: number },
): Edited {
  if (kind === "remove") {
    if (!list.canRemove) return undefined;
    const changed = changeList(document, list.path, (items) => items.toSpliced(index, 1));
    return { document: changed, path: list.path };
  }
  const target = kind === "up" ? index - 1 : index + 1;
  if (!list.canMove || target < 0 || target >= list.items.length) return undefined;
  const changed = changeList(document, list.path, (items) => swap(items, index, target));
  return { document: changed, path: joinPath(list.path, target) };
}

function add(
  document: Json,
  form: FormNode,
  schema: FormSchema,
  { path, member }: Extract<ListOperation, { kind: "add" }>,
): Edited {
  const node = findNode(form, path);
  const own = findSchema(schema, document, path);
  if (node?.kind === "absent") return { document: change(document, path, () => createBlank(own)), path };
  if (node?.kind !== "list" || member >= node.additions.length) return undefined;
  const { items = {} } = own;
  const blank = createBlank(items.anyOf?.[member] ?? items);
  const width = findColumnCount(document, path);
  const item = width === undefined ? blank : Array.from({ length: width }, () => "");
  const changed = changeList(document, path, (list) => [...list, item], "");
  return { document: changed, path: joinPath(path, node.items.length) };
}

function swap(items: readonly Json[], one: number, other: number): Json[] {
  return items.map((item, index) => {
    if (index === one) return items[other] ?? null;
    return index === other ? (items[one] ?? null) : item;
  });
}

/** Changes a list. A change of the columns of a table also changes the cells of its rows. @param cell the new cells of an added column */
function changeList(
  document: Json,
  path: string,
  edit: (items: readonly Json[]) => Json[],
  cell?: string,
): Json {
  const changed = change(document, path, (value) => (isList(value) ? edit(value) : value));
  if (lastKey(path) !== "columns") return changed;
  const editRow = (row: Json): Json => {
    if (!isList(row)) return row;
    return cell === undefined ? edit(row) : [...row, cell];
  };
  return change(changed, joinPath(parentPath(path), "rows"), (rows) =>
    isList(rows) ? rows.map(editRow) : rows,
  );
}

/** The number of columns if the path is that of the rows of a table. */
function findColumnCount(document: Json, path: string): number | undefined {
  if (lastKey(path) !== "rows") return undefined;
  const columns = readPath(document, joinPath(parentPath(path), "columns"));
  return isList(columns) ? columns.length : undefined;
}

export function readPath(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document;
  for (const key of path === "" ? [] : path.split(".")) {
    if (isList(value)) value = value[Number(key)];
    else value = isRecord(value) ? value[key] : undefined;
  }
  return value;
}

function findSchema(schema: FormSchema, document: Json, path: string): FormSchema {
  let found = schema;
  let value: Json | undefined = document;
  for (const key of path === "" ? [] : path.split(".")) {
    if (found.anyOf !== undefined) found = chooseMember(found.anyOf, value);
    found = (isList(value) ? found.items : found.properties?.[key]) ?? {};
    value = value === undefined ? undefined : readPath(value, key);
  }
  return found.anyOf === undefined ? found : chooseMember(found.anyOf, value);
}

/** Changes the value at a path. Undefined removes a field. */
function change(value: Json, path: string, edit: (value: Json) => Json | undefined): Json {
  return changeAt(value, path === "" ? [] : path.split("."), edit) ?? value;
}

function changeAt(
  value: Json,
  keys: readonly string[],
  edit: (value: Json) => Json | undefined,
): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return edit(value);
  if (isList(value)) {
    return value.map((item, index) => (index === Number(key) ? (changeAt(item, rest, edit) ?? item) : item));
  }
  if (!isRecord(value)) return value;
  const changed = changeAt(value[key] ?? null, rest, edit);
  const { [key]: _, ...others } = value;
  if (changed === undefined) return others;
  return Object.hasOwn(value, key) ? { ...value, [key]: changed } : { ...others, [key]: changed };
}
