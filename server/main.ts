import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { StartupProblem } from "#app/platform/startup-problem.ts";

// The supervisor of several processes does not load the site, which would use the memory of a further server.
const isSupervisor = cluster.isPrimary && Number(process.env.WORKERS) > 1;

try {
  if (isSupervisor) {
    const { supervise } = await import("#server/workers/supervise.ts");
    await supervise(process.env, fileURLToPath(import.meta.url));
  } else {
    const { serve } = await import("./serve.ts");
    await serve(process.env);
  }
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  // The listening socket would keep the process running.
  process.exit(1);
}
