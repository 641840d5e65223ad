/** A server holds the data folder while it runs, a command for one run of `npm run staff` or similar. */
export type LockPurpose = "server" | "command";

/** `isForeign`: the process runs in another PID namespace or on another machine, so its PID means nothing here. */
export type LockHolder = { readonly purpose: LockPurpose; readonly pid: number; readonly isForeign: boolean };

/** Where a PID is valid: one PID namespace of one boot of one machine. */
export type ProcessScope = { readonly machine: string; readonly pidNamespace: string };

/** The content of a claim. A claim is a file in the lock folder, and its name carries all fields. */
export type LockClaim = {
  readonly purpose: LockPurpose;
  readonly pid: number;
  /** Start time of the process in clock ticks since boot; distinguishes it from a later process with the same PID. */
  readonly startTicks: string;
  readonly machine: string;
  /** Undefined in a claim of an earlier release, which also has no heartbeat. */
  readonly pidNamespace: string | undefined;
};

/** The result of watching a claim's modification time. */
export type Heartbeat = "watching" | "beating" | "stopped";

/** `unknown` means that the heartbeat has not been watched for long enough. */
export type ClaimState = "alive" | "stale" | "unknown";

/** Returns the name of the claim's file. */
export function formatClaim(claim: LockClaim): string {
  const fields = [claim.purpose, claim.pid, claim.startTicks, claim.machine, claim.pidNamespace];
  return fields.filter((field) => field !== undefined).join("-");
}

/** Reads the name of a claim's file. @returns undefined if the program did not write that file */
export function parseClaim(name: string): LockClaim | undefined {
  const match = /^(server|command)-([1-9]\d{0,9})-([a-z0-9]+)-([a-z0-9]+)(?:-([a-z0-9]+))?$/.exec(name);
  if (match === null) return undefined;
  const [, purpose, pid, startTicks = "", machine = "", pidNamespace] = match;
  return {
    purpose: purpose === "command" ? "command" : "server",
    pid: Number(pid),
    startTicks,
    machine,
    pidNamespace,
  };
}

/** Whether the claim's PID cannot be checked from `scope`. Earlier releases wrote no namespace, so their PID is checked here. */
export function isForeignClaim(claim: LockClaim, scope: ProcessScope): boolean {
  if (claim.pidNamespace === undefined) return false;
  return claim.machine !== scope.machine || claim.pidNamespace !== scope.pidNamespace;
}

/**
 * Decides whether a claim's process still runs. In the same scope the PID is checked, so a restart after a crash is immediate. A foreign
 * PID is not visible here, so the heartbeat is checked instead. Clocks are not compared, because those of two machines differ.
 */
export function judgeClaim(
  claim: LockClaim,
  scope: ProcessScope,
  facts: { readonly startTicks: string | undefined; readonly heartbeat: Heartbeat },
): ClaimState {
  if (!isForeignClaim(claim, scope)) {
    return isSameMachine(claim, scope) && facts.startTicks === claim.startTicks ? "alive" : "stale";
  }
  if (facts.heartbeat === "beating") return "alive";
  return facts.heartbeat === "stopped" ? "stale" : "unknown";
}

/** Earlier releases wrote the first eight digits of the boot ID, or "unknown" on a system without /proc. */
function isSameMachine(claim: LockClaim, { machine }: ProcessScope): boolean {
  if (claim.pidNamespace !== undefined) return claim.machine === machine;
  return claim.machine === (machine.startsWith("host") ? "unknown" : machine.slice(0, 8));
}
