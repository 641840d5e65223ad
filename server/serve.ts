import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { startSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { scanClaims } from "#app/compliance/claims/scan-claims.server.ts";
import { startDuePublication } from "#app/publishing/publication/publish-due.server.ts";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { type AppDependencies, createApp } from "./app.ts";
import { readBuiltAssets } from "#server/assets/assets.ts";
import {
  answerWhileStarting,
  createHttpServer,
  defaultConnectionLimits,
  listen,
  logRejectedConnections,
  stopServer,
} from "#server/lifecycle/listen.ts";
import { type Program, startProgram } from "./program.ts";
import { describeBuild } from "#server/settings/build.ts";
import type { startTracing } from "#server/monitoring/start-tracing.ts";
import { logSettingsWarnings } from "#server/settings/settings-warnings.ts";
import { readPictures } from "#server/pages/site-files.ts";
import { joinSupervisor } from "#server/workers/worker.ts";
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
  const worker = joinSupervisor(Number(variables.WORKER_NUMBER));
  const log = createLog({
    level: env.logLevel,
    common: worker && { worker: worker.number },
    write: (line) => process.stdout.write(line),
  });
  if (worker === undefined) logSettingsWarnings(log, variables, env.smtpUrl);
  const assets = readBuiltAssets("build");
  const pictures = await readPictures("build");

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
  const program = await startProgram({ env, port, log, assets, production: true, worker });
  await program.storedAssets.store(assets.files);
  const { app, answerFromMemory, pages, site, publishing } = assembleApp(program, {
    env,
    assets,
    pictures,
    isStopping: () => isStopping,
  });
  const listener = getRequestListener(app.fetch);
  // Everything that can fail happens before the first response, so that a server that has responded does not exit because of its database.
  const sentences = await program.describe();
  await pages.shared("/");
  answer = (request, response) => {
    if (!answerFromMemory(request, response)) void listener(request, response);
  };
  started.resolve(answer);
  if (!opensPortFirst) await listen(server, env);

  const jobs = startSiteJobs(program, { site, publishing });
  hasStarted = true;
  if (worker !== undefined) worker.announceReady(sentences);
  else for (const sentence of sentences) process.stdout.write(`${sentence}\n`);

  log.info("server.stopping", { signal: await signal });
  isStopping = true;
  await sleep(env.shutdownDelaySeconds * 1_000);
  const parts = [...jobs, program.changeFeed];
  await Promise.all([...parts.map((part) => part.stop()), stopServer(server, gracePeriodMs)]);
  await program.close();
  await tracing?.stop().catch((error: unknown) => log.warn("tracing.stop_failed", { error }));
  process.exit(0);
}

/** @returns undefined if no receiver of traces is configured */
async function startTraces(env: Env, deps: Parameters<typeof startTracing>[1]) {
  if (env.traceEndpoint === undefined) return undefined;
  // Loaded only if it is used, because it lengthens the start.
  const tracing = await import("#server/monitoring/start-tracing.ts");
  const { traceEndpoint: endpoint, traceHeaders: headers = {}, traceShare: sampleShare } = env;
  return tracing.startTracing({ endpoint, headers, sampleShare }, deps);
}

function assembleApp(
  program: Program,
  parts: {
    env: Env;
    assets: ReturnType<typeof readBuiltAssets>;
    pictures: AppDependencies["pictures"];
    isStopping: AppDependencies["isStopping"];
  },
) {
  const { env, assets, pictures, isStopping } = parts;
  return createApp({
    ...program.services,
    mode: "production",
    build: describeBuild(),
    trustedOrigins: program.trustedOrigins,
    formOrigins: env.formOrigins,
    trustedProxies: env.trustedProxies,
    findAsset: assets.find,
    findStoredAsset: program.storedAssets.find,
    pictures,
    isReady: program.isReady,
    isStopping,
    clientDigest: program.clientDigest,
    traffic: program.traffic,
    monitoring: program.monitoring,
    accessLogSample: env.accessLogSample,
  });
}

/** Starts what needs the pages: the recording of the site, and the publication of approved changes at their time. */
function startSiteJobs(
  { services, monitoring: { recordingStatus } }: Pick<Program, "services" | "monitoring">,
  { site, publishing }: { site: PublishedSite; publishing: Publishing },
) {
  const build = describeBuild();
  return [
    startSiteRecorder({
      ...services,
      site,
      build,
      searchClaims: scanClaims,
      findLatestRelease,
      recordingStatus,
    }),
    startDuePublication({ ...services, ...publishing }),
  ];
}
