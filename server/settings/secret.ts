import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "#app/platform/settings/env.server.ts";
import type { Secrets } from "#app/platform/key-ring.server.ts";
import { rethrowAsStartupProblem } from "#app/data/connection/embedded-problem.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { checkFolderIsPrivate, getErrorCode, readPrivateFile, syncFolder } from "#embedded-postgres";

type SecretSettings = Pick<Env, "sessionSecret" | "previousSessionSecrets" | "dataDir">;

/**
 * Returns the secrets from the settings or, if none are set, from a file. The file is created once and stays with the data so that
 * sessions survive a restart.
 * @throws StartupProblem if the file is damaged, or if other users can reach it or change its folder
 */
export async function programSecrets(settings: SecretSettings): Promise<Secrets> {
  const { sessionSecret, previousSessionSecrets, dataDir } = settings;
  if (sessionSecret !== undefined) return [sessionSecret, ...previousSessionSecrets];
  await checkFolderIsPrivate(dataDir).catch(rethrowAsStartupProblem);
  const file = secretFile(dataDir);
  return (await readSecrets(file)) ?? createSecret(file);
}

/**
 * Returns the servers' secrets for a command. With an external database it creates none, because a new secret would not match the servers'.
 * @throws StartupProblem if the secrets are not available
 */
export async function commandSecrets(env: SecretSettings & Pick<Env, "databaseUrl">): Promise<Secrets> {
  if (env.sessionSecret !== undefined || env.databaseUrl === undefined) return programSecrets(env);
  const secrets = await readSecrets(secretFile(env.dataDir));
  if (secrets !== undefined) return secrets;
  throw new StartupProblem("This command needs the servers’ SESSION_SECRET: set it to the same value.");
}

/** Reads the secrets that were generated in a data folder. @returns undefined if the folder has none */
export function findGeneratedSecrets(dataDir: string): Promise<Secrets | undefined> {
  return readSecrets(secretFile(dataDir));
}

/** Writes secrets into a new data folder. */
export async function restoreSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await replaceDurably(secretFile(dataDir), secrets.join("\n"));
}

/** Writes secrets as lines for `.env`. @returns the path of the file */
export async function writeSecretSettings(dataDir: string, secrets: Secrets): Promise<string> {
  const [current, ...previous] = secrets;
  const file = join(dataDir, "restored-secrets.env");
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await replaceDurably(file, `SESSION_SECRET=${current}\nSESSION_SECRET_PREVIOUS=${previous.join(",")}\n`);
  return file;
}

async function replaceDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeDurably(draft, text);
  await rename(draft, file);
  await syncFolder(dirname(file));
}

function secretFile(dataDir: string): string {
  return join(dataDir, "session-secret");
}

/** If two programs start at the same time, one creates the file, and both use its complete content. */
async function createSecret(file: string): Promise<Secrets> {
  const draft = `${file}.${randomUUID()}`;
  const secret = randomBytes(48).toString("base64url");
  await writeDurably(draft, secret);
  try {
    await link(draft, file);
    // A power failure must not delete the secret of links and sessions that were already issued.
    await syncFolder(dirname(file));
    return [secret];
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
    return (await readSecrets(file)) ?? (await createSecret(file));
  } finally {
    await unlink(draft);
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads one secret per line, the current one first. @returns undefined if there is no file yet */
async function readSecrets(file: string): Promise<Secrets | undefined> {
  const text = await readPrivateFile(file).catch(rethrowAsStartupProblem);
  if (text === undefined) return undefined;
  const [current = "", ...previous] = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const secrets: Secrets = [current, ...previous];
  if (secrets.every((secret) => secret.length >= 32)) return secrets;
  throw new StartupProblem(
    `The file ${file} is damaged: each line must hold a secret of at least 32 characters, the current one first. Restore it from a backup, or delete it and see “Change secrets” in docs/runbook.md for what stops working.`,
  );
}
