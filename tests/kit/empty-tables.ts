import pg from "pg";

/** Larger tables are truncated, because deleted rows stay in the file until a vacuum. */
const largestToDeleteBytes = 256 * 1_024;

/** In a schema of its own, because tests compare the schema `public` with other definitions. */
const functionName = "tests.empty_tables";

/**
 * Creates the function that `emptyTables` calls, in the template of the test databases. It has one statement for each table, so that a
 * connection plans them once.
 */
export async function createEmptyTablesFunction(pool: pg.Pool): Promise<void> {
  const tables = await listNames(
    pool,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'clock_checks')`,
  );
  const sequences = await listNames(
    pool,
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public'",
  );
  const statements = [
    // Waits for writers, so that their rows are deleted too.
    `lock table ${tables.join(", ")} in share row exclusive mode;`,
    ...tables.map(
      (name) => `
      if exists (select from ${name}) then
        if pg_relation_size('${name}') > ${largestToDeleteBytes} then truncate ${name} cascade;
        else delete from ${name};
        end if;
      end if;`,
    ),
    ...sequences.map((name) => `perform setval('${name}', 1, false) from ${name} where is_called;`),
  ];
  await pool.query(`
    create schema tests;
    create function ${functionName}() returns void language plpgsql as $$ begin ${statements.join("\n")} end $$`);
}

async function listNames(pool: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

const deadlock = "40P01";

/** Empties all tables of a test database. Retries after a deadlock with background jobs. */
export async function emptyTables(url: string, tries = 5): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(`select ${functionName}()`);
  } catch (error) {
    const isDeadlock = error instanceof Error && "code" in error && error.code === deadlock;
    if (!isDeadlock || tries === 1) throw error;
    await emptyTables(url, tries - 1);
  }
}

const clients = new Map<string, Promise<pg.Client>>();

/**
 * One connection for each database of this worker, for all of its files. Triggers and foreign keys are disabled: the audit log rejects
 * deletion, and the order of tables does not matter. Disabling them in each transaction would discard the connection's plans.
 */
function connect(url: string): Promise<pg.Client> {
  const known = clients.get(url);
  if (known !== undefined) return known;
  const client = new pg.Client({ connectionString: url, options: "-c session_replication_role=replica" });
  const connected = client.connect().then(() => client);
  clients.set(url, connected);
  return connected;
}
