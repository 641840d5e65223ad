import { createHash } from "node:crypto";
import { type Directives, readDirectives } from "./read-directives.server.ts";

/** SQL texts by file name, such as "0001_assessments.sql". */
export type Migrations = Readonly<Record<string, string>>;

export type Migration = Directives & { name: string; sql: string; checksum: string };

/** The program's migrations with their checksums, in order. */
export function listMigrations(): readonly Migration[] {
  return planMigrations(ownMigrations());
}

/** Vite adds the texts to the bundle, so that the built program needs no other files. */
export function ownMigrations(): Migrations {
  const files = import.meta.glob<string>("./*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  return Object.fromEntries(
    Object.entries(files).map(([path, sql]) => [path.slice(path.lastIndexOf("/") + 1), sql]),
  );
}

/** @throws Error if a file has an invalid name or directive, or the number of another file */
export function planMigrations(migrations: Migrations): Migration[] {
  const names = Object.keys(migrations).toSorted();
  const levels = new Set<string>();
  for (const name of names) {
    const level = parseMigrationNumber(name);
    if (level === undefined) throw new Error(`Migration ${name} is not named like 0001_what_it_does.sql.`);
    if (levels.has(level)) throw new Error(`Two migrations have the number ${level}.`);
    levels.add(level);
  }
  return names.map((name) => {
    // Line endings depend on the git settings of the machine.
    const sql = (migrations[name] ?? "").replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { name, sql, checksum, ...readDirectives(name, sql) };
  });
}

/** Returns the number of a migration as text, such as "0074", which sorts like the number. @returns undefined for other names */
export function parseMigrationNumber(name: string): string | undefined {
  return /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
}
