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
 * The same application with hot reloading: Vite serves sources and runs `createApp` from them, made anew whenever a
 * file that it needs has changed. Database, queue and identity start once.
 */
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });

// Plain pages have no modules in the browser, so Vite cannot know that a change concerns them.
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
        response.writeHead(500).end("The page failed; the reason stands in the terminal.");
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
  // ssrLoadModule cannot know what a module exports.
  return (await vite.ssrLoadModule("./server/app.ts")) as typeof import("./app.ts");
}

async function loadDevelopment(): Promise<typeof import("./development.ts")> {
  // Nor here.
  return (await vite.ssrLoadModule("./server/development.ts")) as typeof import("./development.ts");
}

process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());

async function stop(): Promise<void> {
  await (await running).close();
  await vite.close();
  process.exit(0);
}
