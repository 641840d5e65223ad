import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Installation } from "./installation.ts";
import { readPostmasterFile } from "./leftover-postgres.ts";
import { describePostgresFailure, isTemporaryFailure } from "./postgres-failure.ts";
import { EmbeddedPostgresError, type Log } from "./reporting.ts";

export type PostgresProcess = {
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<PostgresEnd>;
  /** Stops it, by force after ten seconds. */
  stop(): Promise<void>;
};

export type PostgresEnd = { code: number | null; signal: NodeJS.Signals | null };

/**
 * Starts PostgreSQL and waits until it accepts connections. It retries for ten seconds while processes of a recently killed server are
 * still ending. `onSpawn` receives the process of each attempt, so that it can be stopped before it is ready, and is awaited.
 * @throws EmbeddedPostgresError if it does not start
 */
export async function startPostgresProcess(
  installation: Installation,
  options: {
    settings: Readonly<Record<string, string>>;
    log: Log;
    onSpawn?: (started: PostgresProcess) => Promise<void> | void;
  },
): Promise<PostgresProcess> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const attempt = await tryToStart(installation, options);
    if ("started" in attempt) return attempt.started;
    if (!isTemporaryFailure(attempt.output) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(describePostgresFailure(installation.pgData, attempt.output));
    }
    await sleep(100);
  }
}

type Attempt = { started: PostgresProcess } | { output: string };

async function tryToStart(
  installation: Installation,
  options: Parameters<typeof startPostgresProcess>[1],
): Promise<Attempt> {
  const {
    file,
    args,
    options: spawnOptions,
  } = installation.command(installation.binaries.postgres, [
    "-D",
    installation.pgData,
    ...settingsAsArguments({
      ...lightSettings,
      ...(installation.binaries.majorVersion >= 18 ? settingsSince18 : {}),
      ...installation.endpoint.settings,
      ...options.settings,
    }),
  ]);
  const child = spawn(file, args, { ...spawnOptions, stdio: ["ignore", "ignore", "pipe"] });
  const output = followOutput(child, options.log);
  const ended = new Promise<PostgresEnd>((resolve) => {
    child.on("error", () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    // The "close" event may never come: processes of a killed server can keep its output open.
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  if (child.pid === undefined) {
    await ended;
    return { output: "the program could not be started" };
  }
  const started: PostgresProcess = { pid: child.pid, ended, stop: () => stopProcess(child, ended) };
  try {
    await options.onSpawn?.(started);
  } catch (error) {
    await started.stop();
    throw error;
  }
  const ready = await waitUntilReady(installation.pgData, started, options.log);
  return ready ? { started } : { output: await output.readLast() };
}

export const defaultMaxConnections = 50;

/** Settings for a small server, which uses about 30 MiB with a dozen idle connections. */
const lightSettings: Readonly<Record<string, string>> = {
  max_connections: String(defaultMaxConnections),
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  // A recycled segment keeps its old content, including erased personal data, until PostgreSQL overwrites it.
  wal_recycle: "off",
  // Saves a helper process.
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // The host program logs the lines. They exclude messages about statements, whose text can contain visitor input; the client receives
  // those.
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: "",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Saves two helper processes. */
const settingsSince18: Readonly<Record<string, string>> = { io_method: "sync" };

function settingsAsArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Logs each line and keeps the last ones, which contain the reason of a failed start. */
function followOutput(child: ChildProcess, log: Log): { readLast: () => Promise<string> } {
  let kept = "";
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    kept = (kept + text).slice(-4_000);
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("PANIC")) log.error("database.message", { line });
      else log.debug("database.message", { line });
    }
  });
  return {
    async readLast() {
      await Promise.race([closed, sleep(500)]);
      return kept;
    },
  };
}

/** Recovery after a crash can take long, so there is no limit while the process runs. */
async function waitUntilReady(pgData: string, started: PostgresProcess, log: Log): Promise<boolean> {
  let over = false;
  void started.ended.then(() => {
    over = true;
  });
  let reportAt = Date.now() + 5_000;
  while (!over) {
    const file = await readPostmasterFile(pgData);
    if (file?.ready === true && file.pid === started.pid) return true;
    if (Date.now() > reportAt) {
      log.info("database.starting");
      reportAt += 5_000;
    }
    await sleep(10);
  }
  return false;
}

async function stopProcess(child: ChildProcess, ended: Promise<PostgresEnd>): Promise<void> {
  child.kill("SIGINT");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(force);
}
