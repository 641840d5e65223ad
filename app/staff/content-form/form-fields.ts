import { applyFields, formatLeaf } from "./apply-fields.ts";
import { type FormNode, findNode, isLeaf, type LeafNode, listLeaves } from "./form-node.ts";

/** The id of the form with the fields, to which the buttons of the head belong. */
export const editorId = "editor";

/** The names of the fields of a document in a form begin with this, so that they differ from those of the form itself. */
export const fieldPrefix = "content.";

/** Versions of the fields as the form was filled in, by path, which show what a person has changed. */
export const seenField = "seen";

/** Prefix of the field that says whether the typed version resolves a conflict; the path follows. */
export const choicePrefix = "choice.";

/** Whether the editor sends a field of this name, except buttons. */
export function isContentField(name: string): boolean {
  const own = [
    "id",
    "revision",
    "reason",
    "page",
    seenField,
    "decisionReason",
    "discardReason",
    "date",
    "time",
  ];
  return own.includes(name) || name.startsWith(fieldPrefix) || name.startsWith(choicePrefix);
}

export type SeenFields = ReadonlyMap<string, string>;

/** A field in which a colleague’s version of a draft differs from what was typed. */
export type TypedDifference = {
  path: string;
  mine: string;
  /** Undefined if the draft no longer has the field. */
  theirs: string | undefined;
  /** Both have changed the field. */
  isConflict: boolean;
};

export function readTyped(form: FormData): Map<string, string> {
  const typed = new Map<string, string>();
  for (const [name, value] of form) {
    if (!name.startsWith(fieldPrefix) || typeof value !== "string") continue;
    const path = name.slice(fieldPrefix.length);
    // The later value of a check box replaces the one for an unchecked box.
    if (form.get(choicePrefix + path) !== "theirs") typed.set(path, withoutControls(value));
  }
  return typed;
}

/** The database cannot store a NUL, and no browser displays the other control characters. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this function removes
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
}

export function formatSeen(nodes: readonly FormNode[]): string {
  return JSON.stringify(
    Object.fromEntries(nodes.flatMap(listLeaves).map((leaf) => [leaf.path, digest(formatLeaf(leaf))])),
  );
}

export function readSeen(form: FormData): SeenFields {
  const text = form.get(seenField);
  try {
    const parsed: unknown = typeof text === "string" ? JSON.parse(text) : {};
    if (typeof parsed !== "object" || parsed === null) return new Map();
    return new Map(
      Object.entries(parsed).flatMap(([path, seen]) => (typeof seen === "string" ? [[path, seen]] : [])),
    );
  } catch {
    return new Map();
  }
}

/** What a person has typed that a later version of the draft does not contain. */
export function listDifferences(
  typed: ReadonlyMap<string, string>,
  seen: SeenFields,
  current: FormNode,
): TypedDifference[] {
  return [...typed].flatMap(([path, text]): TypedDifference[] => {
    const node = findNode(current, path);
    const leaf = node !== undefined && isLeaf(node) ? node : undefined;
    if (leaf?.isLocked === true) return [];
    const mine = leaf === undefined ? text : normalize(leaf, text);
    const theirs = leaf === undefined ? undefined : formatLeaf(leaf);
    const isTouched = digest(mine) !== seen.get(path);
    if (!isTouched || mine === theirs) return [];
    const isConflict = theirs === undefined || digest(theirs) !== seen.get(path);
    return [{ path, mine, theirs, isConflict }];
  });
}

/** The text as the form would contain it after it was saved. */
function normalize(leaf: LeafNode, text: string): string {
  const applied = applyFields("", { ...leaf, path: "" }, new Map([["", text]]));
  if (leaf.kind === "flag") return text;
  return typeof applied === "string" || typeof applied === "number" ? String(applied) : "";
}

/** A short hash (FNV-1a), because the whole text would double the size of the form. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
