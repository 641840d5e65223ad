/** The log of the host program. Events are stable dotted names. */
export type Log = Readonly<Record<"debug" | "info" | "warn" | "error", LogFunction>>;

type LogFunction = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** The database cannot be started or used. The message tells the administrator what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
}

/** The code of a system or PostgreSQL error. */
export function getErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
