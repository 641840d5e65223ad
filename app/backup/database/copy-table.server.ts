import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { regroupLines, splitLines } from "#app/backup/file/lines.server.ts";
import { createTableDigest, type TableDigest } from "#app/backup/file/table-digest.server.ts";

/**
 * A table and its columns that are not generated.
 * @property filter a condition for the rows to read
 */
export type CopiedTable = { name: string; columns: readonly string[]; filter?: string };

/** The pool's timeouts are for short queries. */
const longTimeoutMs = 24 * 3_600_000;

/** Runs a statement that can take hours. */
export async function runLong(client: ClientBase, text: string): Promise<void> {
  const query = { text, query_timeout: longTimeoutMs };
  await client.query(query);
}

/**
 * Settings of the transaction in which tables are copied. They fix the text format of values, so that copies from different servers are
 * equal, and remove the timeouts.
 */
export const copySettings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local client_encoding = 'UTF8'`;

/** The rows of a table in the text format of COPY. */
export async function* readRows(client: ClientBase, table: CopiedTable): AsyncGenerator<Buffer> {
  const statement = `copy ${formatRows(client, table)} to stdout`;
  const stream = Object.assign(copyTo(statement), {
    query_timeout: longTimeoutMs,
    // The driver replaces it with a function that ends the timeout, and expects the query to call it.
    callback: () => undefined,
  });
  try {
    yield* client.query(stream);
  } finally {
    stream.callback();
  }
}

/** Adds rows in the text format of COPY. @returns their number */
export async function writeRows(
  client: ClientBase,
  table: CopiedTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = copyFrom(`copy ${formatTable(client, table)} from stdin`);
  await pipeline(rows, client.query(Object.assign(stream, { query_timeout: longTimeoutMs })));
  return stream.rowCount;
}

export async function digestTable(client: ClientBase, table: CopiedTable): Promise<TableDigest> {
  const digest = createTableDigest();
  for await (const piece of regroupLines(readRows(client, table))) {
    for (const { line } of splitLines(piece)) digest.add(line);
  }
  return digest.result();
}

function formatTable(client: ClientBase, table: CopiedTable): string {
  return `${client.escapeIdentifier(table.name)} (${formatColumns(client, table)})`;
}

function formatRows(client: ClientBase, table: CopiedTable): string {
  if (table.filter === undefined) return formatTable(client, table);
  return `(select ${formatColumns(client, table)} from ${client.escapeIdentifier(table.name)} where ${table.filter})`;
}

function formatColumns(client: ClientBase, { columns }: CopiedTable): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(", ");
}
