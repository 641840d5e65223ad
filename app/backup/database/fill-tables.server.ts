import type { PoolClient } from "pg";
import type { Summary } from "#app/backup/file/backup-format.server.ts";
import { type ForeignKey, listForeignKeys, listOwnedSequences } from "./catalog.server.ts";
import { type CopiedTable, runLong } from "./copy-table.server.ts";
import { inTransaction } from "./transactions.server.ts";

/**
 * Empties all tables, and suspends the rules that would prevent copying into them. The owner of the tables may do that.
 * @returns the foreign keys, for `restoreRules`
 */
export async function prepareTables(
  client: PoolClient,
  tables: readonly CopiedTable[],
): Promise<ForeignKey[]> {
  const foreignKeys = await listForeignKeys(client);
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  // Triggers would reject the deletion of append-only rows, compute columns again and queue events for other systems.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Added again afterwards, which checks all rows at the same time and permits any order of tables.
  for (const { drop } of foreignKeys) await client.query(drop);
  await client.query(`truncate ${names.join(", ")}`);
  return foreignKeys;
}

/** Adds the foreign keys, which checks all rows, and enables the triggers. */
export async function restoreRules(
  client: PoolClient,
  tables: readonly CopiedTable[],
  foreignKeys: readonly ForeignKey[],
): Promise<void> {
  for (const { add } of foreignKeys) await runLong(client, add);
  for (const { name } of tables) {
    await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`);
  }
}

/** Collects statistics, because queries would have poor plans until PostgreSQL does so. */
export async function analyzeTables(client: PoolClient): Promise<void> {
  await inTransaction(client, async () => {
    await client.query("set local statement_timeout = 0");
    await runLong(client, "analyze");
  });
}

/**
 * Sets the sequences after the rows were copied. Each continues after the highest value of its column at least, because the value is null
 * if the role that read it had no privilege for the sequence.
 */
export async function setSequences(client: PoolClient, sequences: Summary["sequences"]): Promise<void> {
  const owned = await listOwnedSequences(client);
  for (const [name, value] of Object.entries(sequences)) {
    const sequence = client.escapeIdentifier(name);
    await client.query(`alter sequence ${sequence} restart`);
    // Without a value and rows, the arguments are null, and the sequence stays as it is.
    const last = `greatest($2::bigint, (${owned.get(name) ?? "select null::bigint"}))`;
    await client.query(`select setval($1::regclass, ${last})`, [sequence, value]);
  }
}
