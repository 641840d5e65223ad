import type { Log } from "#app/platform/log.server.ts";
import { AccessEndedError } from "./stream-text.server.ts";

/**
 * How an export ended, in the audit log. `given-up`: the reader left or took too long. `access-ended`: the reader’s session or permission
 * ended. `broke-off`: a fault.
 */
type ExportEnd = "complete" | "given-up" | "access-ended" | "broke-off";

/** @param error undefined if the export is complete, or the reader left or took too long */
export function nameExportEnd(isComplete: boolean, error: unknown): ExportEnd {
  if (error === undefined) return isComplete ? "complete" : "given-up";
  return error instanceof AccessEndedError ? "access-ended" : "broke-off";
}

/** Logs that an export ended early, unless the reader left or took too long. */
export function logExportEnd(log: Log, error: unknown, facts: { list: string }): void {
  if (error === undefined) return;
  if (error instanceof AccessEndedError) log.warn("export.access_ended", facts);
  else log.error("export.aborted", { ...facts, error });
}
