// Plain JavaScript, so that an old version of Node can run it and print the error below.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import module from "node:module";
import { join } from "node:path";

const minNodeVersion = 24;

/**
 * Checks that this Node version can run the program, loads the settings file, and rebuilds if the build is older than its sources. On failure, exits
 * with a message that says what to do.
 */
export async function ensureBuild() {
  if (Number(process.versions.node.split(".")[0]) < minNodeVersion) {
    end(
      `Node ${minNodeVersion} or newer is required, but this is ${process.versions.node}: run \`npm ci\` without --omit=optional, which installs it, or install Node ${minNodeVersion}.`,
    );
  }
  // Caches the compiled program and these scripts for the next start. Without a writable folder, each start compiles them again.
  module.enableCompileCache(join("build", "compile-cache"));
  // Tests must not depend on local settings.
  if (process.env.NODE_ENV !== "test") await readSettings();
  process.env.NODE_ENV = "production";
  if (await isBuildOutdated()) build();
}

/** Adds the settings from the file that SETTINGS_FILE names, or else from `.env` in the project folder, to the environment. */
export async function readSettings() {
  // Imported dynamically because an old Node version cannot load TypeScript.
  const { loadEnvFile } = await import("./settings/env-file.ts");
  const { SETTINGS_FILE: file = ".env" } = process.env;
  if (file !== ".env" && !existsSync(file)) {
    end(`There is no file ${file}, which SETTINGS_FILE names: create it, or correct SETTINGS_FILE.`);
  }
  const problem = loadEnvFile(file, process.env);
  if (problem !== undefined) end(problem);
}

function build() {
  if (!existsSync("vite.config.ts")) end("This release is incomplete: unpack its archive again.");
  // Standard output is reserved for the command's own output, which scripts can parse.
  process.stderr.write("Building the site…\n");
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "build"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) end(`The build failed:\n${stdout ?? ""}${stderr ?? ""}`);
}

/** Whether a source file is newer than the build. */
async function isBuildOutdated() {
  const built = join("build", "server", "main.js");
  if (!existsSync(built)) return true;
  // A release archive contains the build without its sources.
  if (!existsSync("vite.config.ts")) return false;
  const builtAt = statSync(built).mtimeMs;
  for (const folder of ["app", "content", "demo", "packages", "server"]) {
    const names = await readdir(folder, { recursive: true });
    if (names.some((name) => statSync(join(folder, name)).mtimeMs > builtAt)) return true;
  }
  return ["package-lock.json", "vite.config.ts", "vite.islands.config.ts", "react-router.config.ts"].some(
    (file) => statSync(file).mtimeMs > builtAt,
  );
}

function end(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
