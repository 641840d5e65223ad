/** The fields of a document as a form displays them. Each node has the path of its value, such as `sections.2.blocks.0`. */
export type FormNode = LeafNode | GroupNode | ListNode | AbsentNode;

export type LeafNode = TextNode | NumberNode | ChoiceNode | FlagNode;

type Common = { path: string; label: string; hint: string | undefined };

export type TextNode = Common & {
  kind: "text";
  value: string;
  input: "line" | "paragraph" | "date";
  maxLength: number | undefined;
  isOptional: boolean;
  isLocked: boolean;
  /** An article, which can be withdrawn. */
  isRemovable: boolean;
};

export type NumberNode = Common & { kind: "number"; value: string; isOptional: boolean; isLocked: boolean };

export type ChoiceNode = Common & {
  kind: "choice";
  value: string;
  choices: readonly string[];
  isOptional: boolean;
  isLocked: boolean;
};

/** A check box. */
export type FlagNode = Common & {
  kind: "flag";
  isOn: boolean;
  /** The values of the document for both states; undefined stands for an absent field. */
  values: { on: string | boolean; off: boolean | undefined };
  isLocked: boolean;
};

export type GroupNode = Common & {
  kind: "group";
  /** The text that distinguishes an item of a list from the others, such as its heading. */
  title: string | undefined;
  children: readonly FormNode[];
  /** An optional group can be removed. */
  isRemovable: boolean;
};

export type ListNode = Common & {
  kind: "list";
  items: readonly FormNode[];
  /** What can be added: one kind, or one for each member of a union. Empty if the list is full or cannot be changed. */
  additions: readonly string[];
  canRemove: boolean;
  canMove: boolean;
  /** An optional list can be removed as a whole. */
  isRemovable: boolean;
};

/** An optional group or list that the document does not have. */
export type AbsentNode = Common & { kind: "absent" };

export function isLeaf(node: FormNode): node is LeafNode {
  return node.kind !== "group" && node.kind !== "list" && node.kind !== "absent";
}

export function listChildren(node: FormNode): readonly FormNode[] {
  if (node.kind === "group") return node.children;
  return node.kind === "list" ? node.items : [];
}

export function listLeaves(node: FormNode): LeafNode[] {
  return isLeaf(node) ? [node] : listChildren(node).flatMap(listLeaves);
}

/** The node with a path, or undefined. */
export function findNode(root: FormNode, path: string): FormNode | undefined {
  if (root.path === path) return root;
  const next = listChildren(root).find((child) => contains(child.path, path));
  return next === undefined ? undefined : findNode(next, path);
}

/** Whether a path is the other one, or below it. The empty path contains all. */
export function contains(path: string, other: string): boolean {
  return path === "" || other === path || other.startsWith(`${path}.`);
}

export function joinPath(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

export function lastKey(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** The path that contains the field. The parent of the whole document is the document. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}
