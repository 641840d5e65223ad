import { readFileSync } from "node:fs";

/** Ticks between boot and the start of the process, or undefined where there is no such process or no /proc. */
export function startTicks(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Ended, but its parent has not asked for its exit code yet: it holds nothing any more.
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

/** Tells one boot of the machine from another, so that a process number of before cannot be mistaken. */
export function bootIdentity(): string {
  return readProc("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "unknown";
}

/** Whether a process with this number lives, whoever owns it. */
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
