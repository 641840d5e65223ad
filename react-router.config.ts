import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // One bundle with several entries (vite.config.ts names them), so that server, pages and shell commands share one module graph.
  serverBuildFile: "[name].js",
  ssr: true,
  // Only the staff area has a router in the browser, and it knows all of its few routes from the start.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
