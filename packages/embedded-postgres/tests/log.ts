import type { Log } from "../src/reporting.ts";

const levels = ["debug", "info", "warn", "error"] as const;

export const silentLog = createLog({ level: "error", write: () => undefined });

/** Writes one line of JSON for each event at `level` or above. */
export function createLog(options: { level: (typeof levels)[number]; write: (line: string) => void }): Log {
  const at =
    (level: (typeof levels)[number]) =>
    (event: string, fields: object = {}) => {
      if (levels.indexOf(level) < levels.indexOf(options.level)) return;
      options.write(`${JSON.stringify({ level, event, ...fields })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
