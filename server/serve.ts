import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "#app/data/connection/connect.server.ts";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import { createLog, type Log } from "#app/platform/log.server.ts";
import {
  answerWhileStarting,
  createHttpServer,
  defaultConnectionLimits,
  listen,
  logRejectedConnections,
  stopServer,
} from "#server/lifecycle/listen.ts";
import type { startTracing } from "#server/monitoring/start-tracing.ts";
import { checkSettingCombinations } from "#server/settings/setting-combinations.ts";
import { logSettingsWarnings } from "#server/settings/settings-warnings.ts";
import { joinSupervisor, type WorkerLink } from "#server/workers/worker.ts";
import { version } from "#package.json";
import { stopSignal } from "#server/lifecycle/stop-signal.ts";

/** How long in-flight requests can take to finish after a shutdown signal. */
const gracePeriodMs = 10_000;

/**
 * Runs a server until a shutdown signal, and ends the process. A server that is still starting stops once it has started, or is killed
 * after the grace period.
 * @param variables the environment
 * @throws StartupProblem with a message that says what to do
 */
export async function serve(variables: NodeJS.ProcessEnv): Promise<void> {
  const signal = stopSignal();
  let hasStarted = false;
  let isStopping = false;
  void signal.then(() => setTimeout(() => !hasStarted && process.exit(1), gracePeriodMs));
  const env = readEnv(variables);
  checkSettingCombinations(env);
  const worker = joinSupervisor(Number(variables.WORKER_NUMBER));
  const log = createLog({
    level: env.logLevel,
    common: worker && { worker: worker.number },
    write: (line) => process.stdout.write(line),
  });
  if (worker === undefined) logSettingsWarnings(log, variables, env.smtpUrl);

  // The port is opened first, so that a second server fails before it opens the database. A further process of this server opens it last,
  // because the others answer meanwhile.
  const opensPortFirst = worker?.opensPort ?? true;
  const started = Promise.withResolvers<RequestListener>();
  let answer = answerWhileStarting(started.promise);
  const server = createHttpServer((request, response) => answer(request, response), {
    ...defaultConnectionLimits,
    maxConnections: Math.ceil(defaultConnectionLimits.maxConnections / env.workers),
  });
  logRejectedConnections(server, log);
  const port = opensPortFirst ? await listen(server, env) : env.port;
  const tracing = await startTraces(env, { log, version, worker });
  const { database, startSite, files } = await openSite(env, log, worker);
  const site = await startSite({ env, port, log, files, database, worker, isStopping: () => isStopping });
  answer = site.answer;
  started.resolve(answer);
  if (!opensPortFirst) await listen(server, env);

  site.startJobs();
  hasStarted = true;
  if (worker !== undefined) worker.announceReady(site.sentences);
  else for (const sentence of site.sentences) process.stdout.write(`${sentence}\n`);

  log.info("server.stopping", { signal: await signal });
  isStopping = true;
  await sleep(env.shutdownDelaySeconds * 1_000);
  await Promise.all([site.stopJobs(), stopServer(server, gracePeriodMs)]);
  await site.close();
  await tracing?.stop().catch((error: unknown) => log.warn("tracing.stop_failed", { error }));
  process.exit(0);
}

/** Connects to the database, and loads the site while PostgreSQL starts, because each takes about as long as the other. */
async function openSite(env: Env, log: Log, worker: WorkerLink | undefined) {
  const { databaseUrl, dataDir } = env;
  let loading: ReturnType<typeof loadSite> | undefined;
  const load = () => (loading ??= loadSite());
  const whileStarting = async () => {
    await load();
  };
  const database = await connectDatabase({
    databaseUrl,
    dataDir,
    log,
    shared: await worker?.database,
    whileStarting,
  });
  return { database, ...(await load()) };
}

/** The program of the site and the files that the build created. */
async function loadSite() {
  const { readSiteFiles, startSite } = await import("./start-site.ts");
  return { startSite, files: await readSiteFiles() };
}

/** @returns undefined if no receiver of traces is configured */
async function startTraces(env: Env, deps: Parameters<typeof startTracing>[1]) {
  if (env.traceEndpoint === undefined) return undefined;
  // Loaded only if it is used, because it lengthens the start.
  const tracing = await import("#server/monitoring/start-tracing.ts");
  const { traceEndpoint: endpoint, traceHeaders: headers = {}, traceShare: sampleShare } = env;
  return tracing.startTracing({ endpoint, headers, sampleShare }, deps);
}
