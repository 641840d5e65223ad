import type { Server } from "node:http";
import { connectDatabase } from "#app/data/connection/connect.server.ts";
import { readEnv } from "#app/platform/settings/env.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { AppDependencies } from "./app.ts";
import { sourceAssets } from "#server/assets/assets.ts";
import { listen, stopServer } from "#server/lifecycle/listen.ts";
import { startProgram } from "./program.ts";
import { logSettingsWarnings } from "#server/settings/settings-warnings.ts";

/** The part of the development server that is not reloaded (`server/dev.ts`). */
export async function start(
  server: Server,
): Promise<{ appDependencies: AppDependencies; close(): Promise<void> }> {
  const env = readEnv(process.env);
  const log = createLog({ level: env.logLevel, write: (line) => process.stdout.write(line) });
  logSettingsWarnings(log, process.env, env.smtpUrl);
  const port = await listen(server, env);
  const { databaseUrl, dataDir } = env;
  const database = await connectDatabase({ databaseUrl, dataDir, log });
  const program = await startProgram({ database, env, port, log, assets: sourceAssets, production: false });
  program.startJobs();
  for (const sentence of await program.describe()) process.stdout.write(`${sentence}\n`);
  return {
    appDependencies: {
      ...program.services,
      mode: "development",
      trustedOrigins: program.trustedOrigins,
      formOrigins: env.formOrigins,
      trustedProxies: env.trustedProxies,
      findAsset: () => undefined,
      findStoredAsset: () => Promise.resolve(undefined),
      pictures: {},
      isReady: program.isReady,
      isStopping: () => false,
      clientDigest: program.clientDigest,
      traffic: program.traffic,
      monitoring: program.monitoring,
      accessLogSample: env.accessLogSample,
    },
    async close() {
      await Promise.all([program.changeFeed.stop(), stopServer(server, 1_000)]);
      await program.close();
    },
  };
}
