import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { arch, cpus, loadavg, release, totalmem, type } from "node:os";
import { findPostgresBinaries } from "#embedded-postgres";
import { chromiumPath } from "./kit/browser.ts";
import { wrkVersion } from "./load/wrk.ts";
import { formatNumber } from "./report.ts";

/** The conditions of the measurement. Figures are comparable only under the same conditions. */
export type Conditions = {
  /** In UTC. */
  date: string;
  commit: string;
  machine: string;
  programs: string;
  loadBefore: string;
};

export function readConditions(): Conditions {
  return {
    date: new Date().toISOString(),
    commit: describeCommit(),
    machine: describeMachine(),
    programs: [
      `Node ${process.versions.node}`,
      firstLine(findPostgresBinaries().postgres, "--version", /\(PostgreSQL\) (\S+)/, "PostgreSQL"),
      firstLine(chromiumPath, "--version", /Chromium (\S+)/, "Chromium"),
      wrkVersion() ?? "no wrk",
    ].join(", "),
    loadBefore: loadavg()
      .map((load) => load.toFixed(2))
      .join(" "),
  };
}

export function describeConditions(conditions: Conditions): string {
  return [
    `Measured at ${conditions.date}, ${conditions.commit}`,
    `on ${conditions.machine}`,
    `with ${conditions.programs};`,
    `load average at start: ${conditions.loadBefore}`,
  ].join("\n");
}

/** Files that are generated from the results. Committing them leaves the code as it was. */
const reports = ["docs/proof.md", "docs/proof.json", "docs/performance.md", "docs/benchmarks.json"];

function describeCommit(): string {
  const commit = git("rev-parse", "--short=12", "HEAD");
  if (commit === undefined) return "no commit";
  return hasChanges() ? `commit ${commit} with uncommitted changes` : `commit ${commit}`;
}

/** Identifies the committed files without the reports. @returns undefined if there are uncommitted changes, or no commit */
export function identifyCode(): string | undefined {
  const files = git("ls-tree", "-r", "HEAD")?.split("\n");
  if (files === undefined || hasChanges()) return undefined;
  const code = files.filter((line) => !reports.some((report) => line.endsWith(`\t${report}`)));
  return createHash("sha256").update(code.join("\n")).digest("hex");
}

function hasChanges(): boolean {
  return git("status", "--porcelain", "--", ".", ...reports.map((file) => `:!${file}`)) !== "";
}

function describeMachine(): string {
  const cores = cpus();
  const memoryGiB = totalmem() / 1024 ** 3;
  return `${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}), ${formatNumber(memoryGiB)} GiB, ${type()} ${release()} ${arch()}`;
}

function firstLine(program: string, argument: string, version: RegExp, name: string): string {
  const { error, stdout } = spawnSync(program, [argument], { encoding: "utf8" });
  const found = error === undefined ? version.exec(stdout)?.[1] : undefined;
  return found === undefined ? `no ${name}` : `${name} ${found}`;
}

function git(...args: string[]): string | undefined {
  const { error, status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return error === undefined && status === 0 ? stdout.trim() : undefined;
}
