import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { startSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { scanClaims } from "#app/compliance/claims/scan-claims.server.ts";
import { startDuePublication } from "#app/publishing/publication/publish-due.server.ts";
import type { Env } from "#app/platform/settings/env.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type AppDependencies, createApp } from "./app.ts";
import { readBuiltAssets } from "#server/assets/assets.ts";
import { type Program, startProgram } from "./program.ts";
import { describeBuild } from "#server/settings/build.ts";
import { readPictures } from "#server/pages/site-files.ts";
import type { WorkerLink } from "#server/workers/worker.ts";

type SiteFiles = {
  assets: ReturnType<typeof readBuiltAssets>;
  pictures: AppDependencies["pictures"];
};

/** Reads the files of the site that the build created. */
export async function readSiteFiles(): Promise<SiteFiles> {
  return { assets: readBuiltAssets("build"), pictures: await readPictures("build") };
}

export type StartedSite = {
  answer: RequestListener;
  /** Startup messages for the administrator. */
  sentences: string[];
  startJobs(): void;
  /** Ends background jobs and open subscriptions, before the HTTP server stops. */
  stopJobs(): Promise<void>;
  /** Stops the rest, after the last response. */
  close(): Promise<void>;
};

/**
 * Migrates the database and assembles the site. Everything that can fail happens here, before the first response, so that a server that has
 * responded does not exit because of its database.
 * @throws StartupProblem with a message that says what to do
 */
export async function startSite(parts: {
  env: Env;
  port: number;
  log: Log;
  files: SiteFiles;
  database: DatabaseConnection;
  worker: WorkerLink | undefined;
  isStopping: AppDependencies["isStopping"];
}): Promise<StartedSite> {
  const { env, files, isStopping } = parts;
  const { assets } = files;
  const program = await startProgram({ ...parts, assets, production: true });
  await program.storedAssets.store(assets.files);
  const { app, answerFromMemory, pages, site, publishing } = assembleApp(program, env, files, isStopping);
  const listener = getRequestListener(app.fetch);
  const sentences = await program.describe();
  await pages.shared("/");
  let jobs: ReturnType<typeof startSiteJobs> = [];
  return {
    answer(request, response) {
      if (!answerFromMemory(request, response)) void listener(request, response);
    },
    sentences,
    startJobs() {
      program.startJobs();
      jobs = startSiteJobs(program, { site, publishing });
    },
    async stopJobs() {
      await Promise.all([...jobs, program.changeFeed].map((part) => part.stop()));
    },
    close: () => program.close(),
  };
}

function assembleApp(
  program: Program,
  env: Env,
  { assets, pictures }: SiteFiles,
  isStopping: AppDependencies["isStopping"],
) {
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
  return [
    startSiteRecorder({
      ...services,
      site,
      searchClaims: scanClaims,
      findLatestRelease,
      recordingStatus,
    }),
    startDuePublication({ ...services, ...publishing }),
  ];
}
