import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./reporting.ts";

/**
 * A user who can write to the folder can create or replace files in it. The sticky bit does not prevent the creation.
 * @throws EmbeddedPostgresError if group or others can write to it
 */
export async function checkFolderIsPrivate(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(folder);
  if ((mode & 0o022) === 0) return;
  throw new EmbeddedPostgresError(
    `The data folder ${folder} can be changed by other users (mode ${formatMode(mode)}): run ${command("chmod go-w", folder)} and start again.`,
  );
}

/**
 * Reads a file that holds a secret. Owner and mode are those of the opened file, so it cannot be replaced after the check.
 * @returns undefined if there is no such file
 * @throws EmbeddedPostgresError if another user owns it or group or others have access
 */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  const handle = await open(file, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { uid, mode } = await handle.stat();
    await checkFile(file, { uid, mode });
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** A new or renamed file survives a power failure only after its folder is written to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function checkFile(file: string, { uid, mode }: { uid: number; mode: number }): Promise<void> {
  const ownUid = process.getuid?.();
  if (ownUid === undefined) return;
  if (!(await isTrustedOwner(file, uid, ownUid))) {
    throw new EmbeddedPostgresError(
      `The file ${file} belongs to another user (number ${uid}), who may know or change the secret in it: check where it comes from, then run ${command(`chown ${ownUid}`, file)} and start again.`,
    );
  }
  if ((mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `The file ${file} holds a secret that other users can reach (mode ${formatMode(mode)}): run ${command("chmod 600", file)} and start again.`,
    );
  }
}

/** With sudo, root starts the program in the folder of an ordinary user and trusts that user's files. */
async function isTrustedOwner(file: string, uid: number, ownUid: number): Promise<boolean> {
  if (uid === 0 || uid === ownUid) return true;
  return ownUid === 0 && uid === (await stat(dirname(file))).uid;
}

function formatMode(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

/** A command for the administrator's shell. */
function command(text: string, path: string): string {
  return `\`${text} ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}\``;
}
