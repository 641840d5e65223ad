import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { embeddedSuperuser } from "./initialize.ts";
import type { Endpoint } from "./installation.ts";
import type { Owner } from "./owner.ts";
import { EmbeddedPostgresError, getErrorCode } from "./reporting.ts";

/** The role that owns the data and under which the program connects. */
export const programRole = "practice_app";

/** Location of a database and owner of its files. An undefined owner means the current user. */
type PgData = { readonly pgData: string; readonly owner: Owner | undefined };

/** Whether the program's role exists and is the only role admitted. The rules are written last, so they imply all earlier steps. */
export async function isRestricted(pgData: string): Promise<boolean> {
  const rules = await readFile(join(pgData, rulesFile), "utf8").catch(() => undefined);
  return rules === rulesFor(programRole);
}

/** Replaces all access rules with one that admits only the superuser. Call this while PostgreSQL is stopped. */
export function admitSuperuser(database: PgData): Promise<void> {
  return writeRules(database, embeddedSuperuser);
}

/**
 * Makes the program's role the owner of the data and the only role admitted. It converts databases of earlier releases, in which the
 * superuser owned everything. After an interruption, the next start repeats it.
 * @throws EmbeddedPostgresError if the password does not belong to this database
 */
export async function restrictToProgramRole(
  database: PgData & { readonly endpoint: Endpoint },
  password: string,
): Promise<void> {
  const client = connect(database.endpoint, password);
  try {
    await client.connect();
  } catch (error) {
    throw explainWrongPassword(error, join(database.pgData, ".."));
  }
  try {
    // PostgreSQL runs a multi-statement query without parameters as one transaction.
    await client.query(`
      ${createRole(client.escapeLiteral(password))}
      alter database postgres owner to ${programRole};
      ${grantLogRemoval}
      ${transferOwnership}`);
    await writeRules(database, programRole);
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
  await untilSuperuserIsRefused(database.endpoint, password);
}

/** Converts a wrong-password error to a message for the administrator, and returns any other error unchanged. */
export function explainWrongPassword(error: unknown, dataDir: string): unknown {
  if (getErrorCode(error) !== "28P01") return error;
  return new EmbeddedPostgresError(
    `The file postgres.password in ${dataDir} is not the password of the database beside it: restore the one that belongs to it.`,
  );
}

const rulesFile = "pg_hba.conf";

/** The socket is in a private folder. The second rule covers platforms without sockets, which use a loopback port. */
function rulesFor(role: string): string {
  return [
    "# The program writes this file at its start and replaces any other rules.",
    `local postgres ${role} scram-sha-256`,
    `host postgres ${role} 127.0.0.1/32 scram-sha-256`,
    "",
  ].join("\n");
}

async function writeRules({ pgData, owner }: PgData, role: string): Promise<void> {
  const draft = join(pgData, `${rulesFile}.draft`);
  await rm(draft, { force: true });
  // "wx" never follows a symbolic link, which the database's user could have created there.
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(rulesFor(role));
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(pgData, rulesFile));
}

function connect({ host, port }: Endpoint, password: string): pg.Client {
  const client = new pg.Client({
    host,
    port,
    user: embeddedSuperuser,
    password,
    database: "postgres",
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  return client;
}

/** PostgreSQL applies changed rules shortly after the reload signal. */
async function untilSuperuserIsRefused(endpoint: Endpoint, password: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const client = connect(endpoint, password);
    const code = await client.connect().then(
      () => "connected",
      (error: unknown) => getErrorCode(error),
    );
    await client.end();
    // The error code for "no entry in pg_hba.conf".
    if (code === "28000") return;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        "The database does not apply its access rules: stop it and start again.",
      );
    }
    await sleep(10);
  }
}

function createRole(passwordLiteral: string): string {
  return `
    do $$ begin
      if not exists (select from pg_roles where rolname = '${programRole}') then
        create role ${programRole};
      end if;
    end $$;
    alter role ${programRole} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
      password ${passwordLiteral};`;
}

/** The write-ahead log also contains erased values (rewrite-tables.server.ts). */
const grantLogRemoval = `
  grant pg_checkpoint to ${programRole};
  grant execute on function pg_switch_wal() to ${programRole};`;

/**
 * REASSIGN OWNED rejects the role that initdb created, so each object is reassigned separately. Extension members stay with their
 * extension, and a column's sequence follows its table. pg_trgm and unaccent are trusted extensions, so the database owner can create
 * them.
 */
const transferOwnership = `
  do $$ declare
    statement text;
  begin
    for statement in
      with own_schema as (
        select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), object as (
        select 'pg_class'::regclass as catalog, oid, relnamespace as schema, relowner as owner,
          case relkind
            when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
            when 'c' then 'type' when 'f' then 'foreign table' else 'table'
          end as kind,
          oid::regclass::text as name
        from pg_class where relkind in ('r', 'p', 'S', 'v', 'm', 'c', 'f')
        union all
        select 'pg_proc'::regclass, oid, pronamespace, proowner, 'routine', oid::regprocedure::text from pg_proc
        union all
        select 'pg_type'::regclass, oid, typnamespace, typowner, 'type', oid::regtype::text
        from pg_type where typtype in ('d', 'e', 'r')
      )
      select format('alter schema %I owner to ${programRole}', nspname) from own_schema
      union all
      select format('alter %s %s owner to ${programRole}', kind, name)
      from object join own_schema on own_schema.oid = object.schema
      where owner = '${embeddedSuperuser}'::regrole
        and not exists (
          select from pg_depend
          where classid = catalog and objid = object.oid
            and (deptype = 'e' or kind = 'sequence' and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))
        )
    loop
      execute statement;
    end loop;
  end $$;`;
