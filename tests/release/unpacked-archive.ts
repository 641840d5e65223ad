import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, sleep } from "#tests/kit/running-server.ts";

/** A release archive, unpacked into a new folder. */
export type UnpackedArchive = {
  /** The folder of the release. */
  readonly release: string;
  readonly archive: string;
  readonly unpackSeconds: number;
  remove(): void;
};

/** Creates an archive of the current build. */
export function createArchive(): string {
  execFileSync(process.execPath, ["server/release/create-archive.ts"], { stdio: "pipe" });
  const name = readdirSync("dist").find((file) => file.endsWith("-linux-x64.tar.gz"));
  if (name === undefined) throw new Error("No archive was created.");
  return join("dist", name);
}

export function unpack(archive: string): UnpackedArchive {
  const folder = mkdtempSync(join(tmpdir(), "practice-release-"));
  // An ordinary user must reach the release.
  chmodSync(folder, 0o755);
  const began = performance.now();
  execFileSync("tar", ["--extract", `--file=${archive}`, `--directory=${folder}`]);
  const unpackSeconds = (performance.now() - began) / 1000;
  const [title = ""] = readdirSync(folder);
  return {
    release: join(folder, title),
    archive,
    unpackSeconds,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a folder with only the programs from coreutils that a release uses, for PATH. */
export function createSmallPath(below: string): string {
  const folder = join(below, "programs");
  mkdirSync(folder);
  for (const name of ["chown", "dirname", "id", "readlink", "stat"]) {
    symlinkSync(`/usr/bin/${name}`, join(folder, name));
  }
  return folder;
}

export type StartedRelease = {
  child: ChildProcess;
  url: string;
  secondsToAnswer: number;
  output(): string;
  stop(): Promise<number | null>;
};

/**
 * Starts a release with `exit-planning start` and waits until it is ready.
 * @throws with its output if it exits
 */
export async function startRelease(release: string, env: Record<string, string>): Promise<StartedRelease> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(join(release, "bin/exit-planning"), ["start"], {
    cwd: "/",
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
    return child.exitCode;
  };
  while (child.exitCode === null && performance.now() - began < 60_000) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    const secondsToAnswer = (performance.now() - began) / 1000;
    if (ready?.status === 200) return { child, url, secondsToAnswer, output: () => printed, stop };
    await sleep(20);
  }
  await stop();
  throw new Error(`The release did not start: ${printed}`);
}
