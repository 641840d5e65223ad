import { createHash } from "node:crypto";
import { type PostgresPool, type PostgresQueryResult, sql } from "kysely";
import type { Pool } from "pg";
import { isPooled, transactionLimits } from "./session.server.ts";

/**
 * Wraps the pool for Kysely: every statement is parsed and planned once per connection instead of each time, which for a submission is
 * half of the database's work. Behind a pooler, sessions are shared. Statements are therefore not prepared, and each transaction sets its
 * own timeouts.
 */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const pooled = isPooled(client);
      let isSpent = false;
      const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
        try {
          const statement = pooled ? { text: withLimits(text) } : { ...nameStatement(names, text), text };
          const answer: unknown = await client.query({ ...statement, values: [...values] });
          // Kysely's type lists fewer commands than pg can return.
          return answer as PostgresQueryResult<R>;
        } catch (error) {
          isSpent ||= breaksConnection(error);
          throw error;
        }
      };
      return {
        // The other overload takes a cursor, which this program does not use.
        query: query as Awaited<ReturnType<PostgresPool["connect"]>>["query"],
        release: (destroy) => client.release(destroy === true || isSpent),
      };
    },
    end: () => pool.end(),
  };
}

/** Kysely passes no parameters with these, so several statements can share one query. */
function withLimits(text: string): string {
  return /^(begin|start transaction)\b/i.test(text) ? `${text}; ${transactionLimits}` : text;
}

/** A demoted server stays connected, and a stalled server may answer an earlier statement late. */
function breaksConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === "Query read timeout" || ("code" in error && error.code === "25006");
}

/** Limits the statements that each connection keeps, because statements with lists of different lengths have different texts. */
const maxPreparedStatements = 500;

/** A prepared statement that selects all columns fails after a migration has added one. */
const selectsAllColumns = /^\s*select (?:distinct on \([^)]*\) )?\*|\.\*|returning \*/i;

const replanMark = "/* replanned */";

/**
 * Marks a statement whose best plan depends on its parameters, such as the query of a filtered list. PostgreSQL plans it for each execution.
 * A prepared statement gets a generic plan after some executions. `query.modifyFront(forceReplan)`
 */
export const forceReplan = sql.raw(replanMark);

function nameStatement(names: Map<string, string>, text: string): { name?: string } {
  if (selectsAllColumns.test(text) || text.includes(replanMark)) return {};
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size >= maxPreparedStatements) return {};
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return { name };
}
