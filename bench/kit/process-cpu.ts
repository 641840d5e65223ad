import { readFileSync } from "node:fs";

/** The CPU time that each process has used, in milliseconds. */
export type CpuTimes = ReadonlyMap<number, number>;

/** The kernel reports CPU time in hundredths of a second. */
const msPerTick = 10;

/** Undefined if the system does not report CPU times. Processes that have exited are missing. */
export function readCpuTimes(pids: readonly number[]): CpuTimes | undefined {
  if (process.platform !== "linux") return undefined;
  return new Map(
    pids.flatMap((pid) => {
      const ms = readMs(pid);
      return ms === undefined ? [] : [[pid, ms]];
    }),
  );
}

/** The time that the processes have used between two readings. The processes that exited meanwhile are not counted. */
export function subtractCpuTimes(after: CpuTimes, before: CpuTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

function readMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name before these fields is in parentheses and can contain any text.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return undefined;
  }
}
