import { BackupProblem } from "#app/backup/backup-problem.ts";
import { EmbeddedPostgresError, readPrivateFile } from "#embedded-postgres";

const minLength = 20;

/**
 * Reads the passphrase of backups: the first line of a private file.
 * @throws BackupProblem if the file is missing, if other users can read it, or if the passphrase is short
 */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readPrivateFile(file).catch((error: unknown) => {
    if (error instanceof EmbeddedPostgresError) throw new BackupProblem(error.message);
    throw new BackupProblem(`The passphrase file ${file} cannot be read (${describe(error)}).`);
  });
  if (text === undefined) {
    throw new BackupProblem(
      `The passphrase file ${file} does not exist. Put the saved passphrase back, in a file of the server’s user with mode 600: with another one, existing backups cannot be read. Create one only for a new installation: see “Set up daily backups” in docs/runbook.md, or “Lost secrets” if it is lost.`,
    );
  }
  const [passphrase = ""] = text.split(/\r?\n/, 1);
  if (passphrase.trim().length >= minLength) return passphrase.trim();
  throw new BackupProblem(
    `The passphrase in ${file} is too short: it needs at least ${minLength} characters.`,
  );
}

function describe(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
