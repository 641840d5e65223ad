import { describe, expect, it, test } from "vitest";
import { type Json, parseJson } from "#app/publishing/documents/json.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { fileVersion } from "#content/release/release.ts";
import { applyFields, listTyped } from "./apply-fields.ts";
import { createForm } from "./create-form.ts";
import { findNode, type FormNode, listChildren, listLeaves, type ListNode } from "./form-node.ts";
import { findPart, listParts } from "./form-parts.ts";
import { readFormSchema } from "./form-schema.server.ts";
import { applyOperation, type ListOperation, parseOperation } from "./list-operations.ts";

// The keys of the documents.
const names = Object.keys(siteDocuments) as DocumentName[];

function load(name: DocumentName) {
  const document = parseJson(JSON.stringify(fileVersion(siteDocuments[name].view)));
  const schema = readFormSchema(name);
  const createOf = (value: Json) => createForm(name, { title: "", schema, value, published: document });
  return { name, document, schema, createOf, form: createOf(document) };
}

describe.each(names)("the form of %s", (name) => {
  const loaded = load(name);
  const { document, form, createOf } = loaded;
  const json = JSON.stringify(document);

  it("gives the same document back if nothing was changed", () => {
    const sent = listTyped(form).map(([path, text]): [string, string] => [
      path,
      text.replaceAll("\n", "\r\n"),
    ]);
    expect(JSON.stringify(applyFields(document, form, new Map(sent)))).toBe(json);
  });

  it("changes each field that is not locked", () => {
    for (const leaf of listLeaves(form)) {
      const text = leaf.kind === "flag" ? (leaf.isOn ? "off" : "on") : "77";
      const changed = applyFields(document, form, new Map([[leaf.path, text]]));
      const isSame = JSON.stringify(changed) === json;
      expect(`${leaf.path} ${isSame}`).toBe(`${leaf.path} ${leaf.isLocked}`);
    }
  });

  it("contains each field in one part, and no part is too long for a request", () => {
    const parts = listParts(form);
    const outlines = parts.filter(({ isOutline }) => isOutline);
    const edited = parts.filter(({ isOutline }) => !isOutline);
    const paths = edited.flatMap(({ nodes }) => nodes.flatMap(listLeaves)).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(
      listLeaves(form)
        .map(({ path }) => path)
        .toSorted(),
    );
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    for (const { nodes, label } of edited) {
      const body = new URLSearchParams(nodes.flatMap(listTyped)).toString();
      expect(`${label} ${body.length < 128 * 1024}`).toBe(`${label} true`);
    }
    for (const { id, nodes } of outlines) expect(nodes.map(({ path }) => path)).toEqual([id]);
  });

  it("adds and removes what it offers, and nothing else changes", () => {
    for (const list of listLists(form)) {
      for (const [member] of list.additions.entries()) {
        const added = edit(loaded, document, { kind: "add", path: list.path, member });
        const node = findNode(createOf(added.document), list.path);
        expect(node?.kind === "list" ? node.items.length : 0).toBe(list.items.length + 1);
        expect(edit(loaded, added.document, { kind: "remove", path: added.path }).document).toEqual(document);
      }
    }
  });

  it("moves items, and nothing else changes", () => {
    for (const list of listLists(form).filter(({ items, canMove }) => items.length > 1 && canMove)) {
      const moved = edit(loaded, document, { kind: "down", path: list.path === "" ? "0" : `${list.path}.0` });
      expect(edit(loaded, moved.document, { kind: "up", path: moved.path }).document).toEqual(document);
    }
  });
});

/** Applies one of the operations that the form of a document offers, such as moving an item. */
function edit(loaded: ReturnType<typeof load>, document: Json, operation: ListOperation) {
  const { name, schema, createOf } = loaded;
  const form = document === loaded.document ? loaded.form : createOf(document);
  const edited = applyOperation(document, { form, schema }, operation);
  if (edited === undefined) throw new Error(`The form of ${name} does not offer ${operation.kind}.`);
  return edited;
}

/** The lists of a form. Those with the same name behave alike, so only the last one is tested. */
function listLists(form: FormNode): ListNode[] {
  const lists = listNodes(form).flatMap((node) =>
    node.kind === "list" ? [[node.path.replaceAll(/\d+/g, "n"), node] as const] : [],
  );
  return [...new Map(lists).values()];
}

function listNodes(node: FormNode): FormNode[] {
  return [node, ...listChildren(node).flatMap(listNodes)];
}

test("all fields of a new block have a place in the form, and only the blank ones are mistakes", () => {
  const { document, schema, form, createOf } = load("businessValuation");
  const list = findNode(form, "sections.0.blocks");
  if (list?.kind !== "list") throw new Error("The section has no blocks.");
  for (const [member] of list.additions.entries()) {
    const added = applyOperation(document, { form, schema }, { kind: "add", path: list.path, member });
    const checked = checkDocument("businessValuation", added?.document);
    const next = createOf(added?.document ?? null);
    const fields = checked.ok ? [] : checked.mistakes.map(({ path }) => path.map(String).join("."));
    expect(fields.filter((path) => findNode(next, path) === undefined)).toEqual([]);
    // Mistakes name the blank field, and not the block as a whole.
    const blank = listLeaves(next).filter(
      (leaf) => leaf.path.startsWith(added?.path ?? "?") && leaf.kind === "text" && leaf.value === "",
    );
    const required = blank.filter((leaf) => leaf.kind === "text" && !leaf.isOptional);
    expect(fields.toSorted()).toEqual(required.map(({ path }) => path).toSorted());
  }
});

test("the cells of a table follow its columns", () => {
  const loaded = load("taxStrategies");
  const { document, form, createOf } = loaded;
  const table = listNodes(form).find(({ path }) => path.endsWith(".table.columns"));
  const columns = listChildren(table ?? form).length;
  const path = table?.path ?? "";
  const added = edit(loaded, document, { kind: "add", path, member: 0 });
  const row = findNode(createOf(added.document), path.replace(/columns$/, "rows.0"));
  expect(row).toMatchObject({ kind: "list", additions: [], canRemove: false });
  expect(row === undefined ? 0 : listChildren(row).length).toBe(columns + 1);
});

test("published ids stay locked, and those of a new item can be typed", () => {
  const { document, schema, form, createOf } = load("businessValuation");
  expect(findNode(form, "sections.0.id")).toMatchObject({ isLocked: true });
  expect(findNode(form, "path")).toMatchObject({ isLocked: true });
  const added = applyOperation(document, { form, schema }, { kind: "add", path: "sections", member: 0 });
  const next = createOf(added?.document ?? null);
  expect(findNode(next, `${added?.path}.id`)).toMatchObject({ isLocked: false, value: "" });
  expect(findPart(listParts(next), `${added?.path}.id`)?.id).toContain("sections.");
});

test("fields that only a build can change are locked as a whole", () => {
  const { form } = load("practice");
  expect(findNode(form, "reviews.pageUrl")).toMatchObject({ isLocked: true });
  expect(findNode(form, "timeZone")).toMatchObject({ isLocked: true });
  expect(findNode(form, "firmName")).toMatchObject({ isLocked: false });
});

test("operations are read from the buttons of the form", () => {
  expect(parseOperation("up:sections.2", () => "")).toEqual({ kind: "up", path: "sections.2" });
  expect(parseOperation("add:", () => "0")).toEqual({ kind: "add", path: "", member: 0 });
  expect(parseOperation("add:sections", () => "x")).toBeUndefined();
  expect(parseOperation("publish:sections", () => "0")).toBeUndefined();
});
