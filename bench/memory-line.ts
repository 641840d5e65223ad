import type { Memory } from "./kit/process-memory.ts";
import { formatNumber, type Line } from "./report.ts";

/** Formats memory in both measures. */
export function memoryLine(what: string, { rssMiB, pssMiB }: Memory): Line {
  return {
    kind: "measured",
    what,
    result: `${formatNumber(rssMiB)} MiB RSS, ${formatNumber(pssMiB)} MiB PSS`,
    values: { rssMiB, pssMiB },
  };
}
