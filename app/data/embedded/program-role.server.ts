import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { embeddedSuperuser } from "./initialise.server.ts";
import type { Endpoint } from "./private-folders.server.ts";
import type { Owner } from "./run-as.server.ts";

/** The role that owns the data and that the program connects as. */
export const programRole = "practice_app";

/** Where a database lies, and who owns its files; undefined means ourselves. */
type PgData = { readonly pgData: string; readonly owner: Owner | undefined };

/** Whether the program's role is there and no other is admitted. The rules are written last, so they stand for all steps. */
export async function isRestricted(pgData: string): Promise<boolean> {
  const rules = await readFile(join(pgData, rulesFile), "utf8").catch(() => undefined);
  return rules === rulesFor(programRole);
}

/** Admits the superuser alone, whatever the rules said before. Call it while PostgreSQL is stopped. */
export function admitSuperuser(database: PgData): Promise<void> {
  return writeRules(database, embeddedSuperuser);
}

/**
 * Gives the data to the program's role and from then on admits that role alone. A database of a release in which the superuser
 * owned everything becomes the same as a new one. Whatever interrupts it, the next start repeats it.
 * @throws StartupProblem where the password is not that of this database
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
    // One query without values is one transaction.
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

/** One sentence for the operator where the password is wrong; any other error is passed on. */
export function explainWrongPassword(error: unknown, dataDir: string): unknown {
  if (codeOf(error) !== "28P01") return error;
  return new StartupProblem(
    `The file postgres.password in ${dataDir} is not the password of the database beside it: put back the one that belongs to it.`,
  );
}

const rulesFile = "pg_hba.conf";

/** The socket lies in a private folder. The second rule serves where there are no sockets, on a port of the loopback address. */
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
  // "wx" never follows a link, which the database's own user could have placed there.
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

/** PostgreSQL reads changed rules a moment after it is told to. */
async function untilSuperuserIsRefused(endpoint: Endpoint, password: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const client = connect(endpoint, password);
    const code = await client.connect().then(
      () => "connected",
      (error: unknown) => codeOf(error),
    );
    await client.end();
    // "No entry in pg_hba.conf".
    if (code === "28000") return;
    if (Date.now() > deadline) {
      throw new StartupProblem("The database does not apply its rules of access: stop it and start again.");
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

/** Erased values also stand in the write-ahead log (rewrite-tables.server.ts). */
const grantLogRemoval = `
  grant pg_checkpoint to ${programRole};
  grant execute on function pg_switch_wal() to ${programRole};`;

/**
 * REASSIGN OWNED refuses the role that initdb made, so each object is given separately. What belongs to an extension stays with
 * it, and a sequence of a column follows its table. pg_trgm and unaccent are trusted: the database's owner may create them.
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
