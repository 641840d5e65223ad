import type { Pool, PoolClient } from "pg";

/** A statement as the driver received it, with the rows that it returned. */
export type RecordedStatement = {
  text: string;
  name: string | undefined;
  values: readonly unknown[];
  rows: readonly unknown[];
};

/**
 * Records the statements that `work` sends, with `begin` and `commit`. They are sent as well.
 * @param work uses the given pool one statement at a time
 */
export async function recordStatements(
  pool: Pool,
  work: (recorded: Pool) => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  await work(
    replaceMethod(pool, "connect", async () => {
      const client = await pool.connect();
      return replaceMethod(client, "query", async (statement: SentStatement) => {
        const answer = await client.query(statement);
        const { text, name, values = [] } = statement;
        statements.push({ text, name, values, rows: answer.rows });
        return answer;
      });
    }),
  );
  return statements;
}

type SentStatement = { text: string; name?: string; values?: unknown[] };

/** The other methods work on the object itself, because the driver uses private fields. */
function replaceMethod<T extends Pool | PoolClient>(object: T, method: string, replacement: unknown): T {
  return new Proxy(object, {
    get(target, key): unknown {
      if (key === method) return replacement;
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      const bound: unknown = value.bind(target);
      return bound;
    },
  });
}
