import type { ClientBase } from "pg";
import { z } from "zod";
import type { CopiedTable } from "./copy-table.server.ts";

/** All tables of the program's schema, from the catalog, so that a new table is copied without a change of this code. */
export async function listTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query(`
    select class.relname as name, array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class as class
    where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and ${isOwn}
    order by class.relname`);
  return z.array(z.object({ name: z.string(), columns: z.array(z.string()) })).parse(rows);
}

/** Excludes what belongs to an extension. */
const isOwn = `not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')`;

/** The last value of each sequence; null if it was never used, or if the role has no privilege for it. */
export async function readSequences(client: ClientBase): Promise<Record<string, number | null>> {
  const { rows } = await client.query(`
    select sequencename::text as name, last_value as value from pg_sequences
    where schemaname = current_schema() order by sequencename`);
  const sequences = z.array(z.object({ name: z.string(), value: z.number().nullable() })).parse(rows);
  return Object.fromEntries(sequences.map(({ name, value }) => [name, value]));
}

/** The sequences that belong to a column, each with a query for the highest value of that column. */
export async function listOwnedSequences(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query(`
    select class.relname as name, format('select max(%I) from %s', attname, refobjid::regclass) as highest
    from pg_class as class
    join pg_depend on classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i')
      and refclassid = 'pg_class'::regclass and refobjsubid > 0
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where class.relnamespace = current_schema()::regnamespace and class.relkind = 'S'`);
  const sequences = z.array(z.object({ name: z.string(), highest: z.string() })).parse(rows);
  return new Map(sequences.map(({ name, highest }) => [name, highest]));
}

/** The number of tables, views and sequences in the schema of the program. */
export async function countRelations(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`
    select count(*) as count from pg_class as class
    where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and ${isOwn}`);
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count;
}

/** The statements that drop and add a foreign key. */
export type ForeignKey = { drop: string; add: string };

/** The foreign keys of the program's tables. */
export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid, conname`);
  return z.array(z.object({ drop: z.string(), add: z.string() })).parse(rows);
}
