import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { emptyDatabase } from "./database.ts";
import { asAdministrator } from "./test-server.ts";

/** The names that the administrator's statements use. */
export type Names = { role: string; database: string };

/** An external database with an unprivileged role for the program. */
export type OperatorsDatabase = Names & {
  /** The URL with the role and its password. */
  url: string;
  /** Runs the statements that an administrator is asked to run. */
  prepare(statements: string): Promise<void>;
  /** Removes the role, which would outlive the database, and everything that it owns. */
  remove(): Promise<void>;
};

/** @param prepared statements that the administrator runs in the new database */
export async function operatorsDatabase(prepared: (names: Names) => string): Promise<OperatorsDatabase> {
  const server = inject("testServer");
  const url = new URL(await emptyDatabase());
  const administrators = { ...server, url: url.href };
  url.username = `${server.prefix}role_${randomUUID().slice(0, 8)}`;
  url.password = randomUUID();
  const names = { role: url.username, database: url.pathname.slice(1) };
  const prepare = async (statements: string): Promise<void> => {
    await asAdministrator(administrators, (client) => client.query(statements));
  };
  await prepare(`create role ${names.role} login password '${url.password}'; ${prepared(names)}`);
  return {
    ...names,
    url: url.href,
    prepare,
    remove: () =>
      prepare(
        `reassign owned by ${names.role} to current_user; drop owned by ${names.role}; drop role ${names.role}`,
      ),
  };
}
