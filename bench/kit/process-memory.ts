import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The total memory of processes in MiB. `rss` counts shared pages for each process, `pss` only once. */
export type Memory = { rssMiB: number; pssMiB: number };

/** Whether the memory can be read: only on Linux, and for other users' processes only as root. */
export function canReadMemory(pids: readonly number[]): boolean {
  return existsSync("/proc/self/smaps_rollup") && pids.every((pid) => readRollup(pid) !== undefined);
}

/** The current memory of processes. Exited processes count as zero. */
export function readMemory(pids: readonly number[]): Memory {
  const rollups = pids.map((pid) => readRollup(pid) ?? "");
  const sum = (name: string): number =>
    rollups.reduce(
      (total, text) => total + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0),
      0,
    );
  return { rssMiB: sum("Rss") / 1024, pssMiB: sum("Pss") / 1024 };
}

/** A process and its descendants. */
export function processTree(pid: number): number[] {
  const childrenByParent = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const below = (parent: number): number[] => [
    parent,
    ...(childrenByParent.get(parent) ?? []).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

function allProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const stat = read(`/proc/${pid}/stat`);
    if (stat === undefined) return [];
    // The process name before it is in parentheses and can contain any text.
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return [{ pid, parent: Number(parent) }];
  });
}

function readRollup(pid: number): string | undefined {
  return read(`/proc/${pid}/smaps_rollup`);
}

/** A process can exit while it is read. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
