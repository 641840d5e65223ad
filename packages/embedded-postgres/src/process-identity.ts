import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessScope } from "./lock-claim.ts";

/** Ticks between boot and the start of the process. @returns undefined if it has ended or there is no /proc */
export function startTicks(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  // The second field, the program name in parentheses, can contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended, but its parent has not read the exit code yet.
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

/** Returns the scope in which PIDs that this process sees are valid. */
export function findProcessScope(): ProcessScope {
  return { machine: identifyMachine(), pidNamespace: findPidNamespace("self") ?? "none" };
}

/** The inode number of a process's PID namespace. @returns undefined where the system has none or hides it */
export function findPidNamespace(process: number | "self"): string | undefined {
  try {
    return /\d+/.exec(readlinkSync(`/proc/${process}/ns/pid`))?.[0];
  } catch {
    return undefined;
  }
}

/** The boot ID changes with each boot and is shared by all containers. Without /proc, the host name identifies the machine. */
function identifyMachine(): string {
  const bootId = readProc("/proc/sys/kernel/random/boot_id")?.replaceAll("-", "");
  return bootId ?? `host${createHash("sha256").update(hostname()).digest("hex").slice(0, 16)}`;
}

/** Whether a process with this PID is running, regardless of its user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
