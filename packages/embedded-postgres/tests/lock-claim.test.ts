import { expect, test } from "vitest";
import {
  formatClaim,
  isForeignClaim,
  judgeClaim,
  parseClaim,
  type Heartbeat,
  type LockClaim,
} from "../src/lock-claim.ts";

const scope = { machine: "754606dd04ba476e96a73a3169e56bd7", pidNamespace: "4026531836" };
const own: LockClaim = { purpose: "server", pid: 77, startTicks: "123", ...scope };
const otherNamespace = { ...own, pidNamespace: "4026532178" };
const otherMachine = { ...own, machine: "00000000000000000000000000000000" };
const legacy = { ...own, machine: "754606dd", pidNamespace: undefined };
const legacyOtherBoot = { ...legacy, machine: "00000000" };

type Row = [name: string, claim: LockClaim, ticks: string | undefined, heartbeat: Heartbeat, state: string];

test.each<Row>([
  ["own namespace, process runs", own, "123", "stopped", "alive"],
  ["own namespace, process ended", own, undefined, "beating", "stale"],
  ["own namespace, the PID belongs to a later process", own, "456", "beating", "stale"],
  ["other namespace, heartbeat not watched long enough", otherNamespace, undefined, "watching", "unknown"],
  ["other namespace, heartbeat changes", otherNamespace, undefined, "beating", "alive"],
  ["other namespace, heartbeat stopped", otherNamespace, undefined, "stopped", "stale"],
  ["other namespace, a local process has that PID and start time", otherNamespace, "123", "stopped", "stale"],
  ["other machine, heartbeat not watched long enough", otherMachine, undefined, "watching", "unknown"],
  ["other machine, heartbeat changes", otherMachine, undefined, "beating", "alive"],
  ["other machine, heartbeat stopped", otherMachine, "123", "stopped", "stale"],
  ["earlier release, process runs", legacy, "123", "watching", "alive"],
  ["earlier release, process ended", legacy, undefined, "watching", "stale"],
  ["earlier release, before the last boot", legacyOtherBoot, "123", "watching", "stale"],
])("%s", (_name, claim, startTicks, heartbeat, state) => {
  expect(judgeClaim(claim, scope, { startTicks, heartbeat })).toBe(state);
});

test("without /proc, a claim of an earlier release is compared with the host's", () => {
  const host = { machine: "host0123456789abcdef", pidNamespace: "none" };
  const claim = { ...legacy, startTicks: "unknown", machine: "unknown" };
  expect(judgeClaim(claim, host, { startTicks: "unknown", heartbeat: "stopped" })).toBe("alive");
  expect(isForeignClaim({ ...own, ...host }, host)).toBe(false);
  expect(isForeignClaim(own, host)).toBe(true);
});

test.each([own, otherMachine, legacy, { ...own, purpose: "command" as const }])(
  "a claim survives as a file name: %o",
  (claim) => {
    expect(parseClaim(formatClaim(claim))).toEqual(claim);
  },
);

test.each([".DS_Store", ".nfs000000000001", "server-0-1-00000000", "server--1-1-00000000", "server-x-1-a"])(
  "%s is not a claim",
  (name) => {
    expect(parseClaim(name)).toBeUndefined();
  },
);
