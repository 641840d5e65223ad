import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // One bundle with several entries (see vite.config.ts), so that server, pages and commands share one module graph.
  serverBuildFile: "[name].js",
  ssr: true,
  // Only the staff area uses a client-side router. It has few routes, so all of them are loaded initially.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
