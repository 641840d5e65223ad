import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The schema.org definition of a property. */
export type VocabularyProperty = {
  /** The types that can have the property. */
  domains: ReadonlySet<string>;
  /** The types of its values. */
  ranges: ReadonlySet<string>;
};

/** The vocabulary of schema.org. Names have no URL prefix, such as `FinancialService`. */
export type Vocabulary = {
  /** A type and its ancestors; empty for an unknown type. */
  lineageOf(type: string): ReadonlySet<string>;
  propertyNamed(name: string): VocabularyProperty | undefined;
  /** The replacement of a deprecated type or property. */
  successorOf(name: string): string | undefined;
  /** The members of enumerations, such as `InStock`. */
  isMember(name: string): boolean;
};

const { resolve } = createRequire(import.meta.url);
const address = "http://schema.org/";
const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const rdfs = "http://www.w3.org/2000/01/rdf-schema#";

/**
 * Reads the vocabulary file of the package: schema.org's current terms when the package was published on April 2, 2026 (version 1.1.0,
 * pinned).
 */
export function readVocabulary(): Vocabulary {
  const statements = readStatements(readFileSync(resolve("@vocabulary/schema/schema.nq"), "utf8"));
  const of = (predicate: string, subject: string) =>
    statements.get(predicate)?.get(subject) ?? new Set<string>();
  const kindsOf = (name: string) => of(`${rdf}type`, address + name);
  const isType = (name: string): boolean =>
    kindsOf(name).has(`${rdfs}Class`) || kindsOf(name).has(`${address}DataType`);
  const lineageOf = (type: string): Set<string> => {
    if (!isType(type)) return new Set();
    const parents = named(of(`${rdfs}subClassOf`, address + type));
    return new Set([type, ...parents.flatMap((parent) => [...lineageOf(parent)])]);
  };
  return {
    lineageOf,
    propertyNamed: (name) =>
      kindsOf(name).has(`${rdf}Property`)
        ? {
            domains: new Set(named(of(`${address}domainIncludes`, address + name))),
            ranges: new Set(named(of(`${address}rangeIncludes`, address + name))),
          }
        : undefined,
    successorOf: (name) => named(of(`${address}supersededBy`, address + name))[0],
    isMember: (name) => named(kindsOf(name)).some((kind) => lineageOf(kind).has("Enumeration")),
  };
}

/** The schema.org terms, without those of other vocabularies. */
function named(terms: ReadonlySet<string>): string[] {
  return [...terms].flatMap((term) => (term.startsWith(address) ? [term.slice(address.length)] : []));
}

/** The objects of each subject by predicate, without literals. */
function readStatements(file: string): Map<string, Map<string, Set<string>>> {
  const statements = new Map<string, Map<string, Set<string>>>();
  for (const [, subject = "", predicate = "", object = ""] of file.matchAll(
    /^<([^>]*)> <([^>]*)> <([^>]*)> /gm,
  )) {
    const subjects = statements.get(predicate) ?? new Map<string, Set<string>>();
    statements.set(predicate, subjects);
    const objects = subjects.get(subject) ?? new Set<string>();
    subjects.set(subject, objects);
    objects.add(object);
  }
  return statements;
}
