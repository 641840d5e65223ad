import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** The secret of the settings; else one that was made once and stays with the data, so that sessions outlive a restart. */
export async function programSecret({
  sessionSecret,
  dataDir,
}: Pick<Env, "sessionSecret" | "dataDir">): Promise<string> {
  if (sessionSecret !== undefined) return sessionSecret;
  const file = secretFile(dataDir);
  return (await readSecret(file)) ?? makeSecret(file);
}

/**
 * The secret of the servers, for a shell command. Beside a database that is elsewhere none is made: it would not be theirs.
 * @throws StartupProblem where it cannot be had
 */
export async function shellSecret(
  env: Pick<Env, "sessionSecret" | "dataDir" | "databaseUrl">,
): Promise<string> {
  if (env.sessionSecret !== undefined || env.databaseUrl === undefined) return programSecret(env);
  const secret = await readSecret(secretFile(env.dataDir));
  if (secret !== undefined) return secret;
  throw new StartupProblem("This needs the servers’ SESSION_SECRET: set it to the same value.");
}

function secretFile(dataDir: string): string {
  return join(dataDir, "session-secret");
}

/** Of two programs that come here first at the same time, one makes it and both have it, whole. */
async function makeSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  const secret = randomBytes(48).toString("base64url");
  await writeFile(draft, secret, { mode: 0o600 });
  try {
    await link(draft, file);
    return secret;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return (await readSecret(file)) ?? (await makeSecret(file));
  } finally {
    await unlink(draft);
  }
}

/** @returns undefined where there is none yet */
async function readSecret(file: string): Promise<string | undefined> {
  const secret = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (secret === undefined || secret.length >= 32) return secret;
  throw new StartupProblem(
    `The file ${file} is damaged: delete it, and everyone who was signed in signs in again.`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
