// What `npm start` runs. Plain JavaScript, so that even an old Node gets as far as the sentence below.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const oldestNode = 24;

if (Number(process.versions.node.split(".")[0]) < oldestNode) {
  process.stderr.write(
    `This needs Node ${oldestNode} or newer and runs on ${process.versions.node}: run \`npm ci\` again without --omit=optional, which brings one along, or install Node ${oldestNode}.\n`,
  );
  process.exit(1);
}

process.env.NODE_ENV = "production";
if (await buildIsOutdated()) {
  process.stdout.write("Building the site, once…\n");
  const build = spawnSync("npm", ["run", "--silent", "build"], { encoding: "utf8", shell: process.platform === "win32" });
  if (build.status !== 0) {
    process.stderr.write(`The build failed:\n${build.stdout ?? ""}${build.stderr ?? ""}\n`);
    process.exit(1);
  }
}
await import(new URL("../build/server/main.js", import.meta.url).href);

/** Whether a source file is newer than the build. */
async function buildIsOutdated() {
  const built = join("build", "server", "main.js");
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  for (const folder of ["app", "content", "server"]) {
    const names = await readdir(folder, { recursive: true });
    if (names.some((name) => statSync(join(folder, name)).mtimeMs > builtAt)) return true;
  }
  return ["package-lock.json", "vite.config.ts", "vite.islands.config.ts", "react-router.config.ts"].some(
    (file) => statSync(file).mtimeMs > builtAt,
  );
}
