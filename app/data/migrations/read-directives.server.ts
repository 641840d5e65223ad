/** What a migration declares in lines that begin with `-- migration:`. CONTRIBUTING.md, “Add a migration”, describes them. */
export type Directives = {
  /**
   * For a migration that removes something that earlier releases use: the oldest release that runs after it, as the number of the newest
   * migration that this release must have. Undefined if the migration only expands the schema.
   */
  requiredLevel: string | undefined;
  /** The statements to run one by one without a transaction, for concurrent indexes. Undefined for a file that runs in a transaction. */
  concurrentStatements: readonly ConcurrentStatement[] | undefined;
  /** Why statements that usually break the previous release do not break it. Only a test reads this. */
  safeBecause: string | undefined;
  /** Why an index of an existing table is created while writes wait. Only a test reads this. */
  plainIndexBecause: string | undefined;
};

/** @property index the index that the statement creates or drops */
export type ConcurrentStatement = { sql: string; index: string };

/** Also finds misspelled directives, which would otherwise be ignored as comments. */
const anyDirective = /^\s*--+\s*migration\b.*$/gim;

/** @throws Error if a line resembles a directive but is invalid, or if a concurrent file contains another kind of statement */
export function readDirectives(name: string, sql: string): Directives {
  const values = new Map<string, string>();
  for (const [line] of sql.matchAll(anyDirective)) {
    const match = directiveForms.map((form) => form.exec(line)).find((found) => found !== null);
    const [, kind = "", value = ""] = match ?? [];
    if (match === undefined || values.has(kind)) {
      throw new Error(`Migration ${name} has an invalid directive (CONTRIBUTING.md): ${line}`);
    }
    values.set(kind, value);
  }
  const requiredLevel = values.get("contracts, requires");
  if (requiredLevel !== undefined && requiredLevel > name) {
    throw new Error(`Migration ${name} requires the later migration ${requiredLevel}.`);
  }
  return {
    requiredLevel,
    concurrentStatements: values.has("concurrent") ? splitConcurrent(name, sql) : undefined,
    safeBecause: values.get("safe, because"),
    plainIndexBecause: values.get("index in a transaction, because"),
  };
}

const directiveForms = [
  /^-- migration: (contracts, requires) (\d{4})$/,
  /^-- migration: (concurrent)$/,
  /^-- migration: (safe, because) (\S.*)$/,
  /^-- migration: (index in a transaction, because) (\S.*)$/,
] as const;

/** Each form can be repeated after an interruption. */
const concurrentForms = [
  /^create (?:unique )?index concurrently if not exists (\w+) on \w+\b[^;]*$/,
  /^drop index concurrently if exists (\w+)$/,
] as const;

function splitConcurrent(name: string, sql: string): ConcurrentStatement[] {
  const texts = sql
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .map((text) => text.trim())
    .filter(Boolean);
  return texts.map((text) => {
    const index = concurrentForms.map((form) => form.exec(text)?.[1]).find(Boolean);
    if (index !== undefined) return { sql: text, index };
    throw new Error(
      `Migration ${name} is concurrent, so it can only contain "create index concurrently if not exists" and "drop index concurrently if exists": ${text}`,
    );
  });
}
