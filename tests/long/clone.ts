import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { NotRun } from "./check.ts";

/** A user with a clone, an empty home folder and only the environment that every machine has. */
export type FreshClone = {
  readonly folder: string;
  readonly clone: string;
  /**
   * Runs a command in the clone.
   * @throws with the end of its output if it fails
   */
  run(command: string, args: readonly string[]): Promise<string>;
  /** Starts a command in the clone, in a separate process group. */
  start(command: string, args: readonly string[], env?: Record<string, string>): ChildProcess;
  leave(): Promise<void>;
};

/** The user that owns the clone; undefined means the current user. */
export type User = { uid: number; gid: number };

export const isRoot = process.getuid?.() === 0;

/**
 * Clones the current commit.
 * @param options.below folders between a temporary folder and the clone
 * @param options.closed the folder above the clone is accessible to its owner only
 */
export async function createClone(
  options: { below?: string; closed?: boolean; user?: User } = {},
): Promise<FreshClone> {
  const { below = "", closed = false, user } = options;
  const head = await runCommand("git", ["rev-parse", "--verify", "--quiet", "HEAD"], {}).catch(() => "");
  if (head === "") throw new NotRun("there is no commit to clone");
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  folders.add(folder);
  await chmod(folder, 0o711);
  const parent = join(folder, "work", below);
  const home = join(folder, "home");
  const clone = join(parent, "clone");
  await mkdir(parent, { recursive: true });
  await mkdir(home);
  await runCommand("git", ["clone", "--quiet", "--no-hardlinks", process.cwd(), clone], {});
  if (user !== undefined) {
    execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, home, join(folder, "work")]);
  }
  if (closed) await chmod(parent, 0o700);
  const prefix =
    user === undefined
      ? []
      : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"];
  const env = cleanEnvironment(home);
  return {
    folder,
    clone,
    run: (command, args) => runCommand(command, args, { prefix, cwd: clone, env }),
    start: (command, args, added = {}) =>
      launch(command, args, { prefix, cwd: clone, env: { ...env, ...added } }),
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Stops a process and its group, first with SIGTERM and then with SIGKILL. */
export async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
  signalGroup(pid, "SIGTERM");
  const force = setTimeout(() => signalGroup(pid, "SIGKILL"), 30_000);
  await ended;
  clearTimeout(force);
}

type Settings = { prefix?: readonly string[]; cwd?: string; env?: Record<string, string> };

async function runCommand(command: string, args: readonly string[], settings: Settings): Promise<string> {
  const child = launch(command, args, settings);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const failed = once(child, "error").then(([error]: unknown[]) => String(error));
  await Promise.race([once(child, "close"), failed]);
  if (child.exitCode === 0) return printed;
  const end = printed.trim().split("\n").slice(-30).join("\n");
  throw new Error(
    `${command} ${args.join(" ")} ended with ${child.exitCode ?? child.signalCode ?? "an error"}:\n${end}`,
  );
}

function launch(command: string, args: readonly string[], settings: Settings): ChildProcess {
  const [file = command, ...rest] = [...(settings.prefix ?? []), command, ...args];
  const { cwd, env } = settings;
  const child = spawn(file, rest, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    // A separate group, because npm starts a shell that starts the program, and all of them must stop.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  groups.add(child);
  child.once("exit", () => groups.delete(child));
  return child;
}

/** Removed when this program exits, also if it is interrupted. */
const groups = new Set<ChildProcess>();
const folders = new Set<string>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const { pid } of groups) if (pid !== undefined) signalGroup(pid, "SIGKILL");
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    process.exit(1);
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All processes of the group have exited.
  }
}

/** Variables for network access. Other variables are not forwarded. */
const forwardedVariables =
  /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|tmpdir|lang|chromium_path)$/i;

function cleanEnvironment(home: string): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && forwardedVariables.test(name) ? [[name, value]] : [],
  );
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((entry) => !entry.includes("node_modules"));
  return {
    ...Object.fromEntries(own),
    PATH: path.join(delimiter),
    HOME: home,
    // Uses the package registry of this machine.
    npm_config_registry: packageRegistry(),
  };
}

function packageRegistry(): string {
  return execFileSync("npm", ["config", "get", "registry"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

/** Whether a program is installed. */
export function hasProgram(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((entry) => existsSync(join(entry, name)));
}
