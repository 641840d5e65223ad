import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";
import { loadEnvFile } from "#server/settings/env-file.ts";

const problem = loadEnvFile(".env", process.env);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/**
 * The same application with hot reloading: Vite serves the sources, and `createApp` is loaded again when a file that it imports changes.
 * Database, email queue and identity are started only once.
 */
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });

// Text pages load no modules in the browser, so Vite cannot tell which of them a change affects.
vite.watcher.on("change", (file) => {
  if (!/[\\/]app[\\/]staff[\\/]/.test(file)) vite.environments.client.hot.send({ type: "full-reload" });
});

const development = await loadDevelopment();
const server = createServer((request, response) => {
  vite.middlewares(request, response, () => {
    void answer();
    async function answer(): Promise<void> {
      try {
        const { createApp } = await loadApp();
        const { app } = createApp((await running).appDependencies);
        await getRequestListener(app.fetch)(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        response.writeHead(500).end("The page failed. See the terminal for the error.");
      }
    }
  });
});
const running = development.start(server);
running.catch(async (error: unknown) => {
  const sentence = error instanceof Error && error.name === "StartupProblem" ? error.message : undefined;
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  await vite.close();
  process.exit(1);
});

async function loadApp(): Promise<typeof import("./app.ts")> {
  // `ssrLoadModule` returns an untyped module.
  return (await vite.ssrLoadModule("./server/app.ts")) as typeof import("./app.ts");
}

async function loadDevelopment(): Promise<typeof import("./development.ts")> {
  // `ssrLoadModule` returns an untyped module.
  return (await vite.ssrLoadModule("./server/development.ts")) as typeof import("./development.ts");
}

process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());

async function stop(): Promise<void> {
  await (await running).close();
  await vite.close();
  process.exit(0);
}
