import { type Area, arrows, tableAccess } from "../../fences.config.ts";

/** The owning area of each table, by the table's name in code (`staffUsers`) and in the database (`staff_users`). */
export type TableOwners = ReadonlyMap<string, string>;

/**
 * Reads the owner of each table. `app/data/schema/database.ts` lists the type of each table, and the file in `app/data/schema` that
 * declares this type starts with "Owner: <area>".
 *
 * @param schemaFiles text by path
 * @throws if a table has no owner, or if its owner is not an area
 */
export function readTableOwners(
  databaseFile: string,
  schemaFiles: Readonly<Record<string, string>>,
): TableOwners {
  const owners = new Map<string, string>();
  for (const [, table = "", type = ""] of databaseFile.matchAll(/^ {2}(\w+): (\w+);$/gm)) {
    const files = Object.entries(schemaFiles);
    const [path, text] = files.find(([, code]) => code.includes(`export type ${type} `)) ?? [];
    const owner = ownerIn(text ?? "");
    if (owner === undefined) {
      throw new Error(`${table}: ${path ?? "no schema file"} does not name an area as "Owner: …"`);
    }
    owners.set(table, owner);
    owners.set(inDatabase(table), owner);
  }
  if (owners.size === 0) throw new Error("No table was found in app/data/schema/database.ts.");
  return owners;
}

function ownerIn(text: string): string | undefined {
  const owner = /\bOwner: (\w+)\./.exec(text)?.[1];
  return owner !== undefined && owner in arrows ? owner : undefined;
}

/**
 * Finds queries that use a table of another area, or whose table name is not a literal.
 *
 * @param path from the root of the repository
 * @returns one line for each violation
 */
export function findTableViolations(path: string, code: string, owners: TableOwners): string[] {
  const area = /^app\/(\w+)\//.exec(path)?.[1] ?? path;
  const plain = code.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const foreign = [...tablesInQueries(plain), ...tablesInSql(plain)].filter((table) => {
    const owner = owners.get(table);
    return owner !== undefined && owner !== area && !mayQuery(area, owner);
  });
  const hidden = [
    ...plain.matchAll(new RegExp(`\\.(?:${verbs})\\(\\s*(?!sql\\.table\\b)([A-Za-z_$][\\w.]*)`, "g")),
  ];
  return [
    ...foreign.map((table) => `${path} uses ${table}, which ${owners.get(table)} owns`),
    ...hidden.map(([, name]) => `${path} queries ${name}: use a literal table name`),
  ];
}

function mayQuery(area: string, owner: string): boolean {
  const access: Partial<Record<string, readonly Area[]>> = tableAccess;
  return access[area]?.some((other) => other === owner) === true;
}

const verbs = [
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
  "replaceInto",
  "(?:inner|left|right|full|cross)Join(?:Lateral)?",
].join("|");

/** `selectFrom("letters as l")`, `innerJoin("staffUsers", …)`, `selectFrom(["letters", "staffUsers"])`. */
function tablesInQueries(code: string): string[] {
  const calls = code.matchAll(
    new RegExp(`\\.(?:${verbs}|from|using|table)\\(\\s*(\\[[^\\]]*\\]|"[^"]*"|'[^']*')`, "g"),
  );
  return [...calls].flatMap(([, names = ""]) =>
    [...names.matchAll(/["'](?:public\.)?(\w+)/g)].map(([, table = ""]) => table),
  );
}

/** Returns the names after SQL keywords such as `from`. Only SQL is searched, because prose can contain the same words. */
function tablesInSql(code: string): string[] {
  const tagged = [...code.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].map(([, text = ""]) => text);
  const plain = [
    ...code.matchAll(/(["'`])\s*((?:select|insert|update|delete|with|lock|truncate|merge|copy)\s.*?)\1/gis),
  ];
  const named = [...tagged, ...plain.map(([, , text = ""]) => text)].flatMap((text) => [
    ...text.matchAll(
      /\b(?:from|join|into|update|table|only|truncate|using|copy)\s+(?:public\.)?"?([a-z]\w*)"?/gi,
    ),
  ]);
  return [...new Set(named.map(([, table = ""]) => table))];
}

function inDatabase(table: string): string {
  return table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
