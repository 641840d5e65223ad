import { formatLeaf } from "./apply-fields.ts";
import { contains, type FormNode, isLeaf, joinPath, listChildren, listLeaves } from "./form-node.ts";

/** A part of a long document that is edited at a time. */
export type FormPart = {
  /** The path of its node, or with `general` at the end the fields of a node whose other parts are parts of their own. */
  id: string;
  label: string;
  /** 0 for the document. */
  level: number;
  nodes: readonly FormNode[];
  /** The items of the list are parts of their own. Here they are only moved, removed and added. */
  isOutline: boolean;
};

/** A form with more fields or characters is divided. */
const maxFields = 40;
const maxCharacters = 15_000;

function isSmall(node: FormNode): boolean {
  const leaves = listLeaves(node);
  const characters = leaves.reduce((sum, leaf) => sum + formatLeaf(leaf).length, 0);
  return leaves.length <= maxFields && characters <= maxCharacters;
}

export function listParts(form: FormNode): FormPart[] {
  return split(form, 0);
}

function split(node: FormNode, level: number): FormPart[] {
  const label = describeNode(node);
  const whole = { id: node.path, label, level, nodes: [node], isOutline: false };
  if (isSmall(node) || isLeaf(node)) return [whole];
  if (node.kind === "list") {
    const isDivided = node.items.every(({ kind }) => kind === "group") && !hasBlocks(node);
    if (!isDivided) return [whole];
    return [{ ...whole, isOutline: true }, ...node.items.flatMap((item) => split(item, level + 1))];
  }
  const children = listChildren(node);
  // Long texts, such as articles, are parts of their own.
  if (children.every(isLeaf)) return children.flatMap((child) => split(child, level));
  const own = children.filter((child) => isLeaf(child) || child.kind === "absent");
  const others = children.filter((child) => !isLeaf(child) && child.kind !== "absent");
  const general = {
    id: joinPath(node.path, generalPart),
    label: level === 0 ? "General" : label,
    level,
    nodes: own,
    isOutline: false,
  };
  return [
    ...(own.length === 0 ? [] : [general]),
    ...others.flatMap((child) => split(child, level === 0 ? 0 : level + 1)),
  ];
}

/** The items of a union, such as blocks, are edited together. */
function hasBlocks({ additions }: Extract<FormNode, { kind: "list" }>): boolean {
  return additions.length > 1;
}

const generalPart = "general";

/** “Section 2 of 5: Why plan” */
export function describeNode(node: FormNode): string {
  return node.kind === "group" && node.title !== undefined ? `${node.label}: ${node.title}` : node.label;
}

/** The part with a field, or with the nearest one above it. */
export function findPart(parts: readonly FormPart[], path: string): FormPart | undefined {
  const found = parts
    .flatMap((part) => part.nodes.map((node) => ({ part, node })))
    .filter(({ node }) => contains(node.path, path))
    .toSorted((one, other) => other.node.path.length - one.node.path.length)[0];
  return found?.part ?? parts[0];
}
