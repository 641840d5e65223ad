/** A rule or an at-rule of a style sheet. */
export type StyleBlock = {
  /** The block as it was written. */
  text: string;
  /** The classes that each selector requires; undefined for at-rules. */
  selectors?: readonly (readonly string[])[];
  /** The condition and the rules of a conditional group. */
  group?: { condition: string; blocks: readonly StyleBlock[] };
};

/** Parses a minified style sheet. */
export function parseStyles(css: string): StyleBlock[] {
  return splitBlocks(css).map(({ text, prelude, body }): StyleBlock => {
    if (/^@(media|supports|container)\b/.test(prelude)) {
      return { text, group: { condition: prelude, blocks: parseStyles(body) } };
    }
    return prelude.startsWith("@") ? { text } : { text, selectors: listRequiredClasses(prelude) };
  });
}

/** The classes of all elements of a document. */
export function listClasses(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/)));
}

/** The style sheet without the rules that match no element, because the document lacks a class that they require. */
export function keepUsedStyles(blocks: readonly StyleBlock[], classes: ReadonlySet<string>): string {
  return blocks.map((block) => keepUsed(block, classes)).join("");
}

function keepUsed({ text, selectors, group }: StyleBlock, classes: ReadonlySet<string>): string {
  if (group !== undefined) {
    const used = keepUsedStyles(group.blocks, classes);
    return used === "" ? "" : `${group.condition}{${used}}`;
  }
  const isUsed = selectors?.some((required) => required.every((name) => classes.has(name))) ?? true;
  return isUsed ? text : "";
}

/** Classes in parentheses do not count, because `:not(.a)` and `:is(.a, .b)` match elements without them. */
function listRequiredClasses(selectors: string): string[][] {
  let plain = selectors.replaceAll(/\[[^\]]*\]/g, "");
  while (plain.includes("(")) {
    const simpler = plain.replaceAll(/\([^()]*\)/g, "");
    // An unbalanced selector is kept, as one that requires nothing.
    if (simpler === plain) return [[]];
    plain = simpler;
  }
  return plain
    .split(",")
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name));
}

/** Splits a style sheet at the ends of its outermost blocks and statements. Braces in strings do not count. */
function splitBlocks(css: string): { text: string; prelude: string; body: string }[] {
  const blocks: { text: string; prelude: string; body: string }[] = [];
  let [start, open, depth] = [0, 0, 0];
  for (const { 0: token, index } of css.matchAll(/"(?:\\.|[^"\\])*"|[{};]/g)) {
    if (token === "{") {
      if (depth === 0) open = index;
      depth += 1;
    } else if (token === "}") depth -= 1;
    const isEnd = depth === 0 && (token === "}" || token === ";");
    if (!isEnd) continue;
    const text = css.slice(start, index + 1);
    blocks.push(
      token === ";"
        ? { text, prelude: text, body: "" }
        : { text, prelude: css.slice(start, open), body: css.slice(open + 1, index) },
    );
    start = index + 1;
  }
  return blocks;
}
