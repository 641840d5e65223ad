import type { Vocabulary, VocabularyProperty } from "./schema-vocabulary.ts";

/** A node of structured data. */
export type DataNode = Record<string, unknown>;

/** The structured data of a page, one object per script. */
export function structuredDataIn(html: string): DataNode[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = ""]) => {
    const data: unknown = JSON.parse(text);
    if (!isNode(data)) throw new Error(`Structured data must be an object: ${text.slice(0, 80)}`);
    return data;
  });
}

/** A node and all nested nodes. */
export function nodesIn(data: unknown): DataNode[] {
  if (Array.isArray(data)) return data.flatMap(nodesIn);
  return isNode(data) ? [data, ...Object.values(data).flatMap(nodesIn)] : [];
}

/**
 * Describes everything that does not conform to schema.org, one sentence each.
 * @param data one object of structured data with its `@context`
 */
export function mistakesIn(data: DataNode, vocabulary: Vocabulary): string[] {
  const { "@context": context, ...node } = data;
  return [
    ...(context === "https://schema.org" ? [] : [`@context is ${shown(context)}`]),
    ...nodeMistakes(node, vocabulary, ""),
  ];
}

function nodeMistakes(node: DataNode, vocabulary: Vocabulary, path: string): string[] {
  const type = node["@type"];
  if (typeof type !== "string") return [`${path || "the data"} has no type`];
  const place = path + type;
  const lineage = vocabulary.lineageOf(type);
  if (lineage.size === 0) return [`${place} is not a type`];
  const successor = vocabulary.successorOf(type);
  return [
    ...(successor === undefined ? [] : [`${place} is deprecated: ${successor}`]),
    ...Object.entries(node).flatMap(([name, value]) => {
      if (name === "@type") return [];
      const at = `${place}.${name}`;
      if (name === "@id") return isAddress(value) ? [] : [`${at} is not an address: ${shown(value)}`];
      const property = vocabulary.propertyNamed(name);
      if (property === undefined) return [`${at} is not a property`];
      return [
        ...placeMistakes(at, name, { property, lineage, vocabulary }),
        ...[value].flat().flatMap((one) => valueMistakes(at, one, property, vocabulary)),
      ];
    }),
  ];
}

function placeMistakes(
  at: string,
  name: string,
  given: { property: VocabularyProperty; lineage: ReadonlySet<string>; vocabulary: Vocabulary },
): string[] {
  const successor = given.vocabulary.successorOf(name);
  const { domains } = given.property;
  return [
    ...(successor === undefined ? [] : [`${at} is deprecated: ${successor}`]),
    ...([...domains].some((domain) => given.lineage.has(domain))
      ? []
      : [`${at} belongs to ${[...domains].join(" or ")}`]),
  ];
}

function valueMistakes(
  at: string,
  value: unknown,
  { ranges }: VocabularyProperty,
  vocabulary: Vocabulary,
): string[] {
  if (isNode(value)) {
    const type = value["@type"];
    const lineage = typeof type === "string" ? vocabulary.lineageOf(type) : new Set<string>();
    const fits = lineage.size === 0 || [...ranges].some((range) => lineage.has(range));
    return [
      ...(fits ? [] : [`${at} takes ${[...ranges].join(" or ")}, not ${shown(type)}`]),
      ...nodeMistakes(value, vocabulary, `${at} > `),
    ];
  }
  return literalFits(value, ranges, vocabulary)
    ? []
    : [`${at} takes ${[...ranges].join(" or ")}, not ${shown(value)}`];
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

const literals: Record<string, (value: unknown) => boolean> = {
  Text: isWords,
  CssSelectorType: isWords,
  XPathType: isWords,
  PronounceableText: isWords,
  URL: isAddress,
  Date: (value) => typeof value === "string" && day.test(value) && !Number.isNaN(Date.parse(value)),
  DateTime: (value) => typeof value === "string" && moment.test(value) && !Number.isNaN(Date.parse(value)),
  Time: (value) => typeof value === "string" && /^\d{2}:\d{2}(:\d{2})?/.test(value),
  Number: (value) => typeof value === "number",
  Integer: (value) => Number.isInteger(value),
  Float: (value) => typeof value === "number",
  Boolean: (value) => typeof value === "boolean",
};

/**
 * Whether a literal value is permitted. If the range contains only types, schema.org also accepts text ("some data is better than none"): a
 * name, a URL or an enumeration member.
 */
function literalFits(value: unknown, ranges: ReadonlySet<string>, vocabulary: Vocabulary): boolean {
  const asked = [...ranges].flatMap((range) => literals[range] ?? []);
  if (asked.some((fits) => fits(value))) return true;
  const member = typeof value === "string" && /^https?:\/\/schema\.org\/(\w+)$/.exec(value)?.[1];
  if (typeof member === "string") return vocabulary.isMember(member);
  return asked.length < ranges.size && isWords(value);
}

function isWords(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** A URL with its protocol. */
function isAddress(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
}

function isNode(value: unknown): value is DataNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
