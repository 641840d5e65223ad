import module from "node:module";
import { dirname } from "node:path";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import { createLog, type Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { rethrowAsStartupProblem } from "#app/data/connection/embedded-problem.server.ts";
import { connectionsPerProcess } from "#app/data/connection/pool-size.server.ts";
import { defaultMaxConnections, type EmbeddedPostgres, startEmbeddedPostgres } from "#embedded-postgres";
import { logSettingsWarnings } from "#server/settings/settings-warnings.ts";
import { stopSignal } from "#server/lifecycle/stop-signal.ts";
import type { StartedWorker } from "./fork-worker.ts";
import { createWorkers } from "./worker-processes.ts";

/**
 * Runs several processes of the server behind one port until a shutdown signal, and ends this process. The first worker starts as a single
 * server does: it opens the port and migrates the database, which this process starts if it is the embedded one. The others start when the
 * first is ready, so that each problem is reported once.
 * @param variables the environment
 * @param script the program of a worker
 * @throws StartupProblem with a message that says what to do
 */
export async function supervise(variables: NodeJS.ProcessEnv, script: string): Promise<void> {
  const signal = stopSignal();
  const env = readEnv(variables);
  const log = createLog({ level: env.logLevel, write: (line) => process.stdout.write(line) });
  logSettingsWarnings(log, variables, env.smtpUrl);

  const workers = createWorkers({ script, variables: keepCompileCache(), log });
  void signal.then((name) => workers.stop(name));

  const first = workers.start({ number: 1 });
  const port = await first.listening;
  if (port === undefined) return exitLike(first);
  const postgres = await openDatabase(env, log);
  workers.openDatabase(postgres);
  try {
    const sentences = await first.ready;
    if (sentences === undefined) return await exitLike(first, postgres);
    for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
    await workers.keepRunning({ count: env.workers, first, port });
  } finally {
    await postgres?.stop();
  }
  process.exit(0);
}

/** @returns undefined with DATABASE_URL */
async function openDatabase(env: Env, log: Log): Promise<EmbeddedPostgres | undefined> {
  if (env.databaseUrl !== undefined) return undefined;
  const maxConnections = defaultMaxConnections + (env.workers - 1) * connectionsPerProcess;
  return startEmbeddedPostgres({ dataDir: env.dataDir, log, maxConnections }).catch(rethrowAsStartupProblem);
}

/** Ends this process as the first worker has ended, which has printed the reason. */
async function exitLike({ exited }: StartedWorker, postgres?: EmbeddedPostgres): Promise<void> {
  const { code, signal } = await exited;
  await postgres?.stop();
  if (signal !== null) throw new StartupProblem(`The server was ended by ${signal} before it had started.`);
  process.exit(code);
}

/** Workers use the cache of compiled code that `npm start` has enabled for this process. */
function keepCompileCache(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir();
  // The folder of this version of Node, which the worker adds again.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
