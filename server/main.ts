import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { startSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { scanClaims } from "#app/compliance/claims/scan-claims.server.ts";
import { startDuePublication } from "#app/publishing/publication/publish-due.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { createApp } from "./app.ts";
import { readBuiltAssets } from "#server/assets/assets.ts";
import {
  answerWhileStarting,
  createHttpServer,
  listen,
  logRejectedConnections,
  stopServer,
} from "./listen.ts";
import { type Program, startProgram } from "./program.ts";
import { describeBuild } from "#server/settings/build.ts";
import { logSettingsWarnings } from "#server/settings/settings-warnings.ts";
import { readPictures } from "#server/pages/site-files.ts";

/** How long in-flight requests can take to finish after a shutdown signal. */
const gracePeriodMs = 10_000;

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  // The listening socket would keep the process running.
  process.exit(1);
}

async function main(): Promise<void> {
  const signal = stopSignal();
  let hasStarted = false;
  let isStopping = false;
  void signal.then(() => setTimeout(() => !hasStarted && process.exit(1), gracePeriodMs));
  const env = readEnv(process.env);
  const log = createLog({
    level: env.logLevel,
    write: (line) => process.stdout.write(line),
  });
  logSettingsWarnings(log, process.env, env.smtpUrl);
  const [assets, pictures] = await Promise.all([readBuiltAssets("build"), readPictures("build")]);

  // The port is opened first, so that a second server fails before it opens the database.
  const started = Promise.withResolvers<RequestListener>();
  let answer = answerWhileStarting(started.promise);
  const server = createHttpServer((request, response) => answer(request, response));
  logRejectedConnections(server, log);
  await listen(server, env);
  const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
  const program = await startProgram({ env, port, log, assets, production: true });
  await program.storedAssets.store(assets.files);
  const { app, pages, site, publishing } = createApp({
    ...program.services,
    mode: "production",
    build: describeBuild(),
    trustedOrigins: program.trustedOrigins,
    formOrigins: env.formOrigins,
    trustedProxies: env.trustedProxies,
    findAsset: assets.find,
    findStoredAsset: program.storedAssets.find,
    pictures,
    isReady: async () => !isStopping && (await program.isReady()),
    clientDigest: program.clientDigest,
    traffic: program.traffic,
    monitoring: program.monitoring,
    accessLogSample: env.accessLogSample,
  });
  const listener = getRequestListener(app.fetch);
  // Everything that can fail happens before the first response, so that a server that has responded does not exit because of its database.
  const sentences = await program.describe();
  await pages.shared("/");
  answer = (request, response) => void listener(request, response);
  started.resolve(answer);

  const jobs = startSiteJobs(program.services, { site, publishing });
  hasStarted = true;
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);

  log.info("server.stopping", { signal: await signal });
  isStopping = true;
  await sleep(env.shutdownDelaySeconds * 1_000);
  const parts = [...jobs, program.changeFeed];
  await Promise.all([...parts.map((part) => part.stop()), stopServer(server, gracePeriodMs)]);
  await program.close();
  process.exit(0);
}

/** Starts what needs the pages: the recording of the site, and the publication of approved changes at their time. */
function startSiteJobs(
  services: Program["services"],
  { site, publishing }: { site: PublishedSite; publishing: Publishing },
) {
  const build = describeBuild();
  return [
    startSiteRecorder({ ...services, site, build, searchClaims: scanClaims }),
    startDuePublication({ ...services, ...publishing }),
  ];
}

/**
 * Resolves with the first shutdown signal and ignores later ones. A signal sent to the whole process group arrives twice, because npm
 * also forwards it. A server that is still starting stops once it has started, or is killed after the grace period.
 */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, resolve);
  });
}
