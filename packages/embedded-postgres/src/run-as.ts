import { spawnSync } from "node:child_process";
import type { Owner } from "./owner.ts";
import { EmbeddedPostgresError } from "./reporting.ts";

/** How to start a PostgreSQL program: its user and, if the system supports it, the signal that it receives when this process ends. */
export type RunAs = {
  readonly prefix: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
};

/** Only a fixed search path is passed on. The environment contains secrets that other processes of the same user could read. */
export const childEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as const;

/**
 * Tests how programs can be started as `owner` with access to all `paths`. `setpriv` is preferred, because only it can stop PostgreSQL
 * when this process is killed; without it, the next start stops the leftover.
 * @throws EmbeddedPostgresError if the owner cannot reach one of the paths, or this process cannot change to that user
 */
export function chooseRunAs(owner: Owner | undefined, paths: readonly string[], setpriv = "setpriv"): RunAs {
  const identity =
    owner === undefined ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  const candidates: RunAs[] = [
    { prefix: [setpriv, ...identity, deathSignal, "--"], options: {} },
    // For paths that the owner cannot reach, such as a clone below /root.
    ...(owner === undefined
      ? []
      : [{ prefix: [setpriv, ...identity, ...reachEverything, deathSignal, "--"], options: {} }]),
    { prefix: [], options: owner ?? {} },
  ];
  const probes: Probe[] = [];
  for (const candidate of candidates) {
    const probe = probeRunAs(candidate, paths);
    if (probe.kind === "works") return candidate;
    probes.push(probe);
  }
  throw new EmbeddedPostgresError(describeFailure(owner, probes));
}

// SIGINT is PostgreSQL's fast shutdown: it closes connections and leaves the folder clean.
const deathSignal = "--pdeathsig=INT";
// Without the securebit, access(2) ignores the capability. initdb uses it to check that it can run its programs.
const reachEverything = [
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
  "--securebits=+no_setuid_fixup",
];

type Probe = { kind: "works" } | { kind: "closed"; path: string } | { kind: "unusable" };

const closedPathExitCode = 3;
const probeScript = `for path; do test -x "$path" || { printf %s "$path"; exit ${closedPathExitCode}; }; done`;

function probeRunAs(runAs: RunAs, paths: readonly string[]): Probe {
  if (process.platform === "win32") return { kind: runAs.prefix.length === 0 ? "works" : "unusable" };
  const [file, ...args] = [...runAs.prefix, "sh", "-c", probeScript, "sh", ...paths];
  if (file === undefined) return { kind: "unusable" };
  const result = spawnSync(file, args, {
    ...runAs.options,
    env: childEnvironment,
    encoding: "utf8",
    // The probe runs in "/", which every user can enter.
    cwd: "/",
  });
  if (result.status === 0) return { kind: "works" };
  return result.status === closedPathExitCode
    ? { kind: "closed", path: result.stdout }
    : { kind: "unusable" };
}

function describeFailure(owner: Owner | undefined, probes: readonly Probe[]): string {
  const closed = probes.find((probe) => probe.kind === "closed");
  const who = owner === undefined ? "this user" : `the user with number ${owner.uid}`;
  if (closed !== undefined) {
    return `PostgreSQL must run as ${who}, who cannot reach ${closed.path}: open the folders above it with "chmod o+x", or set DATABASE_URL to another PostgreSQL server.`;
  }
  return `PostgreSQL does not run as root, and this process may not start programs as ${who}: start the program as an ordinary user, or set DATABASE_URL to another PostgreSQL server.`;
}
