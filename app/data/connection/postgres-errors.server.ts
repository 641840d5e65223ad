/**
 * Whether the database is unreachable, overloaded or out of disk space, so that a retry may succeed. Either nothing was changed, or the
 * outcome is unknown. `server/responses/faults.ts` answers such errors with 503, and `app/data/health/readiness.server.ts` detects a full
 * disk with a probe insert.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message, syscall } = readErrorFields(error);
  // A missing socket. A missing file has the same code.
  if (code === "ENOENT") return syscall === "connect";
  if (code !== undefined) return unavailableCodes.has(code) || unavailableClasses.has(code.slice(0, 2));
  // These errors of pg and pg-pool have no code, so their message identifies them.
  return message !== undefined && unavailableMessages.has(message);
}

/** Whether the error is a violation of this unique index or constraint. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return readErrorFields(error).code === "23505" && readErrorFields(error).constraint === index;
}

/** Whether the error means that a referenced row does not exist, for example because it was deleted meanwhile. */
export function isForeignKeyViolation(error: unknown): boolean {
  return readErrorFields(error).code === "23503";
}

/** Whether the error means that the program's role lacks a privilege. */
export function isPermissionDenied(error: unknown): boolean {
  return readErrorFields(error).code === "42501";
}

/** Whether the error means that another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return readErrorFields(error).code === "55P03";
}

/** Whether the error means that a statement took too long, or was canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return readErrorFields(error).code === "57014";
}

/** PostgreSQL's code for the error; undefined for an error of the connection. */
export function readErrorCode(error: unknown): string | undefined {
  return readErrorFields(error).code;
}

/** Whether the error means that this transaction and others waited for each other's locks. */
export function isDeadlock(error: unknown): boolean {
  return readErrorFields(error).code === "40P01";
}

/** Whether the error means that a table does not exist. */
export function isUndefinedTable(error: unknown): boolean {
  return readErrorFields(error).code === "42P01";
}

/** Connection exceptions and exhausted resources: disk, memory or connections. */
const unavailableClasses: ReadonlySet<string> = new Set(["08", "53"]);

const unavailableCodes: ReadonlySet<string> = new Set([
  // The server is shutting down, was ended, is not ready yet, or dropped an idle session.
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  // The server or the database currently accepts no writes: it is a standby or a demoted primary.
  "25006",
  // A statement timeout, a lock timeout or a deadlock. "Query read timeout" below is a timeout as well.
  "57014",
  "55P03",
  "40P01",
  // Errors of the operating system: no server, or a connection that broke.
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

const unavailableMessages: ReadonlySet<string> = new Set([
  "Connection terminated unexpectedly",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection ended unexpectedly",
]);

type ErrorFields = {
  code: string | undefined;
  syscall: string | undefined;
  message: string | undefined;
  constraint: string | undefined;
};

function readErrorFields(error: unknown): ErrorFields {
  const read = (name: string): string | undefined => {
    if (typeof error !== "object" || error === null) return undefined;
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    code: read("code"),
    syscall: read("syscall"),
    message: read("message"),
    constraint: read("constraint"),
  };
}
