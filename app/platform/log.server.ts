/**
 * Writes one JSON object per line to standard output. Events are stable dotted names ("mail.failed") with fields for details. Fields
 * contain ids, counts, paths and durations, but never names, email addresses, phone numbers or postal addresses, so that the log does not
 * identify leads.
 */
export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

export type LogFields = Readonly<Record<string, unknown>> & { time?: never; level?: never; event?: never };

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Creates a log that writes lines at `level` and above to `write`, with the time from `now`.
 * @param options.common fields of every line
 */
export function createLog(options: {
  level: LogLevel;
  common?: LogFields | undefined;
  write: (line: string) => void;
  now?: () => Date;
}): Log {
  const now = options.now ?? (() => new Date());
  const threshold = logLevels.indexOf(options.level);
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}): void => {
      if (logLevels.indexOf(level) < threshold) return;
      const own = { time: now().toISOString(), level, event };
      // The first copy gives the line its order, and the second prevails over fields with these names.
      const entry = { ...own, ...options.common, ...describeErrors(fields), ...own };
      options.write(`${JSON.stringify(entry)}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A log that discards everything, for code that runs before a log exists. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** JSON.stringify converts an `Error` to `{}`, so its name, message and stack are copied for the operator. */
function describeErrors(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error ? describeError(value) : value,
    ]),
  );
}

function describeError(error: Error): LogFields {
  return {
    name: error.name,
    message: error.message,
    ...("code" in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
