/**
 * One JSON object per line on standard output. Events are fixed sentences ("letter sent"); what varies goes
 * into fields. Fields carry ids, counts, paths and durations, never names, email addresses, phone numbers or postal
 * addresses, so that the log does not reveal who the leads are.
 */
export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

export type LogFields = Readonly<Record<string, unknown>>;

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Makes a log that writes lines at `level` and above through `write`, stamped by `now`. */
export function createLog(options: {
  level: LogLevel;
  write: (line: string) => void;
  now?: () => Date;
}): Log {
  const now = options.now ?? (() => new Date());
  const threshold = logLevels.indexOf(options.level);
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}): void => {
      if (logLevels.indexOf(level) < threshold) return;
      const entry = { time: now().toISOString(), level, event, ...describeErrors(fields) };
      options.write(`${JSON.stringify(entry)}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A log that keeps nothing: for code that runs before there is anywhere to write. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** An `Error` turns into `{}` under JSON.stringify; its name, message and stack are what an operator needs. */
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
