import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Memory of some processes together, in MiB. Shared pages count in `rss` for each of them, in `pss` once. */
export type Memory = { rssMiB: number; pssMiB: number };

/** Whether the system tells; only Linux does, and of other users' processes only to root. */
export function canReadMemory(pids: readonly number[]): boolean {
  return existsSync("/proc/self/smaps_rollup") && pids.every((pid) => readRollup(pid) !== undefined);
}

/** Memory of these processes now; one that has just ended counts nothing. */
export function memoryOf(pids: readonly number[]): Memory {
  const rollups = pids.map((pid) => readRollup(pid) ?? "");
  const sum = (name: string): number =>
    rollups.reduce(
      (total, text) => total + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0),
      0,
    );
  return { rssMiB: sum("Rss") / 1024, pssMiB: sum("Pss") / 1024 };
}

/** A process and everything that it started. */
export function processTree(pid: number): number[] {
  const childrenOf = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const below = (parent: number): number[] => [
    parent,
    ...(childrenOf.get(parent) ?? []).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

function allProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const stat = read(`/proc/${pid}/stat`);
    if (stat === undefined) return [];
    // The name before it stands in brackets and may hold anything.
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return [{ pid, parent: Number(parent) }];
  });
}

function readRollup(pid: number): string | undefined {
  return read(`/proc/${pid}/smaps_rollup`);
}

/** Processes end while one looks at them. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
