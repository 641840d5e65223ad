import { spawnSync } from "node:child_process";
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

function describeCommit(): string {
  const commit = git("rev-parse", "--short=12", "HEAD");
  if (commit === undefined) return "no commit";
  // Generated from the results.
  const reports = ["docs/proof.md", "docs/performance.md", "docs/benchmarks.json"];
  return git("status", "--porcelain", "--", ".", ...reports.map((file) => `:!${file}`)) === ""
    ? `commit ${commit}`
    : `commit ${commit} with uncommitted changes`;
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
