import type { Nodes, Table, TableRow } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx-jsx";
import { toString } from "mdast-util-to-string";
import type { z } from "zod";
import { describeIssues } from "#content/validation/describe-issues.ts";
import { elementNames, findElement } from "./article-elements.ts";
import type { ArticleMistake } from "./article-mistake.ts";
import type { ElementDefinition } from "./element-definition.ts";

export type ElementNode = MdxJsxFlowElement | MdxJsxTextElement;

export function isElement(node: Nodes): node is ElementNode {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** Checks an element against its definition, and sets the validated values of its attributes and tables. */
export function checkElement(node: ElementNode): (string | ArticleMistake)[] {
  const definition = findElement(node.name);
  if (definition === undefined) {
    return [`replace <${node.name ?? ""}> with Markdown or one of ${elementNames.join(", ")}`];
  }
  const place = describePlace(node, definition) ?? describeContent(node, definition);
  const { strings, refused, mistakes } = readAttributes(node);
  const attributes = definition.attributes.safeParse(strings);
  const issues = describeIssues(definition.attributes, strings, "the list of attributes").filter(
    ({ path: [name] }) => !refused.has(String(name)),
  );
  const tables = readTables(node, definition);
  Object.assign(node, { data: { values: { ...attributes.data, ...tables.values } } });
  if (definition.content === "data") node.children = [];
  return [
    ...(place === undefined ? [] : [place]),
    ...mistakes,
    ...issues.map(({ message }) => `<${node.name}>: ${message}`),
    ...tables.mistakes,
  ];
}

function describePlace({ name, type }: ElementNode, { isInline }: ElementDefinition): string | undefined {
  if (isInline && type === "mdxJsxFlowElement") return `write <${name}> in a sentence`;
  if (!isInline && type === "mdxJsxTextElement") return `put <${name}> on lines of its own`;
  return undefined;
}

function describeContent(
  { name, children }: ElementNode,
  { content }: ElementDefinition,
): string | undefined {
  if (content === "nothing" && children.length > 0) return `write <${name} … /> with nothing inside it`;
  if (content !== "table" && content !== "list") return undefined;
  const [child, ...more] = children;
  if (child?.type === content && more.length === 0) return undefined;
  return `write exactly one Markdown ${content} inside <${name}>, with blank lines around it`;
}

type ReadAttributes = { strings: Record<string, string>; refused: Set<string>; mistakes: string[] };

function readAttributes({ name, attributes }: ElementNode): ReadAttributes {
  const strings = new Map<string, string>();
  const refused = new Set<string>();
  const mistakes: string[] = [];
  for (const attribute of attributes) {
    if (attribute.type === "mdxJsxExpressionAttribute" || typeof attribute.value !== "string") {
      const shown = attribute.type === "mdxJsxAttribute" ? attribute.name : "{…}";
      refused.add(shown);
      mistakes.push(`<${name}>: write the attribute ${shown} as text in quotation marks, without braces`);
    } else if (strings.has(attribute.name)) {
      mistakes.push(`<${name}>: remove the second ${attribute.name}`);
    } else {
      strings.set(attribute.name, attribute.value);
    }
  }
  return { strings: Object.fromEntries(strings), refused, mistakes };
}

type ReadTables = { values: Record<string, unknown>; mistakes: ArticleMistake[] };

function readTables(node: ElementNode, { content, tables }: ElementDefinition): ReadTables {
  if (content !== "data") return { values: {}, mistakes: [] };
  const schemas = Object.entries(tables);
  const found = node.children.filter((child): child is Table => child.type === "table");
  if (found.length !== node.children.length || found.length !== schemas.length) {
    const columns = schemas.map(([, { shape }]) => Object.keys(shape).join(", ")).join("; then ");
    const message = `write exactly ${schemas.length} Markdown table(s) inside <${node.name}>, with the columns ${columns}`;
    return { values: {}, mistakes: [{ line: node.position?.start.line ?? 1, message }] };
  }
  const read = schemas.map(([name, schema], index) => ({
    name,
    ...readTable(found[index], schema, node.name),
  }));
  return {
    values: Object.fromEntries(read.map(({ name, rows }) => [name, rows])),
    mistakes: read.flatMap(({ mistakes }) => mistakes),
  };
}

function readTable(table: Table | undefined, schema: z.ZodObject, element: string | null) {
  const [head, ...body] = table?.children ?? [];
  const fields = readCells(head);
  const line = head?.position?.start.line ?? 1;
  const expected = Object.keys(schema.shape);
  if (fields.toSorted().join() !== expected.toSorted().join()) {
    return {
      rows: [],
      mistakes: [{ line, message: `<${element}>: the columns of the table must be ${expected.join(", ")}` }],
    };
  }
  if (body.length === 0) {
    return { rows: [], mistakes: [{ line, message: `<${element}>: add a row to the table` }] };
  }
  const rows = body.map((row) => readRow(row, fields, schema, element));
  return {
    rows: rows.map(({ value }) => value),
    mistakes: rows.flatMap(({ mistakes }) => mistakes),
  };
}

function readRow(row: TableRow, fields: readonly string[], schema: z.ZodObject, element: string | null) {
  const line = row.position?.start.line ?? 1;
  const cells = readCells(row);
  const strings = Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? ""]));
  const isPlain = row.children.every(({ children }) => children.every(({ type }) => type === "text"));
  const messages = [
    ...describeIssues(schema, strings, "the row").map(({ message }) => message),
    ...(isPlain ? [] : ["write plain text in the table, without links, elements or emphasis"]),
  ];
  return {
    value: schema.safeParse(strings).data,
    mistakes: messages.map((message) => ({ line, message: `<${element}>: ${message}` })),
  };
}

function readCells(row: TableRow | undefined): string[] {
  return row?.children.map((cell) => toString(cell)) ?? [];
}
