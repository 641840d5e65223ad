import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { type BackupPart, type Manifest, parseBackup, type Summary } from "./backup-format.server.ts";
import { decrypt, encrypt, type ScryptCost } from "./encryption.server.ts";

/** The end of the name of a file that is not complete. */
export const partialSuffix = ".partial";

export type ReadOptions = { passphrase: string; signal?: AbortSignal | undefined };

export type BackupFile = { path: string; sizeBytes: number; manifest: Manifest; summary: Summary };

/**
 * Writes a backup under a temporary name, reads it back, and then gives it its name, so that a file with this name is complete.
 * @throws BackupProblem if the folder cannot be used
 */
export async function writeBackup(
  path: string,
  content: AsyncIterable<Buffer>,
  options: ReadOptions & { cost?: ScryptCost | undefined },
): Promise<BackupFile> {
  const partial = `${path}${partialSuffix}`;
  try {
    await pipeline(
      content,
      createZstdCompress(),
      (compressed: AsyncIterable<Buffer>) => encrypt(compressed, options),
      createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }),
      abortable(options),
    );
    const written = await verifyBackup(partial, options);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { ...written, path };
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw explainFileProblem(error, dirname(path));
  }
}

/**
 * Reads a backup completely.
 * @throws BackupProblem if it is not intact
 */
export async function verifyBackup(path: string, options: ReadOptions): Promise<BackupFile> {
  let manifest: Manifest | undefined;
  for await (const part of readBackup(path, options)) {
    if (part.kind === "manifest") ({ manifest } = part);
    if (part.kind === "summary" && manifest !== undefined) {
      return { path, sizeBytes: (await stat(path)).size, manifest, summary: part.summary };
    }
  }
  throw new BackupProblem(`The backup ${path} is incomplete. Use another backup.`);
}

/**
 * Reads a backup. A consumer must read up to the summary before it relies on the rows.
 * @throws BackupProblem if the file cannot be read or is not intact
 */
export async function* readBackup(path: string, options: ReadOptions): AsyncGenerator<BackupPart> {
  const plain = createZstdDecompress();
  const reading = pipeline(
    createReadStream(path),
    (encrypted: AsyncIterable<Buffer>) => decrypt(encrypted, { ...options, name: path }),
    plain,
    abortable(options),
  );
  // The same error ends the iteration below.
  reading.catch(() => undefined);
  try {
    yield* parseBackup(plain, path);
  } catch (error) {
    throw explainFileProblem(error, path);
  }
}

function abortable({ signal }: ReadOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** A renamed file survives a power failure only after its folder is written to the disk. Some network file systems cannot do that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EINVAL" && code !== "ENOTSUP") throw error;
  } finally {
    await handle.close();
  }
}

/** Turns an error of the file system into one that says what to do. */
export function explainFileProblem(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const explain = typeof code === "string" && Object.hasOwn(problems, code) ? problems[code] : undefined;
  return explain === undefined ? error : new BackupProblem(explain(path));
}

const problems: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk of ${path} is full. Free space on it, or choose another folder.`,
  EDQUOT: (path) => `The quota of ${path} is used up. Free space in it, or choose another folder.`,
  ENOENT: (path) => `${path} does not exist. Create or mount it, or choose another one.`,
  ENOTDIR: (path) => `${path} is not a folder. Choose another one.`,
  EISDIR: (path) => `${path} is a folder. Name a file in it.`,
  EACCES: (path) => `This program has no access to ${path}. Change its owner or mode, or choose another one.`,
  EPERM: (path) => `This program has no access to ${path}. Change its owner or mode, or choose another one.`,
  EROFS: (path) =>
    `${path} is on a disk that is mounted read-only, or the systemd unit does not permit writing to it (ReadWritePaths). Correct that, or choose another one.`,
  EIO: (path) => `The disk of ${path} reports errors. Replace it, and choose another folder.`,
};

/** The name of a backup, which sorts by time. */
export function nameBackup(at: Date): string {
  return `practice-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** @returns undefined for other files */
export function parseBackupName(path: string): Date | undefined {
  const [, day = "", time = ""] =
    /^practice-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.backup$/.exec(basename(path)) ?? [];
  const at = new Date(`${day}T${time.replaceAll("-", ":")}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

export function joinBackup(folder: string, at: Date): string {
  return join(folder, nameBackup(at));
}
