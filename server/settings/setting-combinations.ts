import { isAbsolute, relative } from "node:path";
import type { Env } from "#app/platform/settings/env.server.ts";
import { isLoopback } from "#app/platform/loopback.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/**
 * Checks settings that are incomplete without each other. Only a published site needs to meet these conditions.
 * @throws StartupProblem that lists each mistake on a line
 */
export function checkSettingCombinations(env: Env): void {
  const lines = [...findIncompleteSettings(env), ...findBackupMistakes(env)];
  if (lines.length > 0) throw new StartupProblem(lines.join("\n"));
}

function findIncompleteSettings(env: Env): string[] {
  const lines: string[] = [];
  if (env.databaseUrl !== undefined && env.sessionSecret === undefined) {
    lines.push(
      "SESSION_SECRET must be set together with DATABASE_URL, to the same value on every server: make one with `openssl rand -base64 48`.",
    );
  }
  if (env.previousSessionSecrets.length > 0 && env.sessionSecret === undefined) {
    lines.push("SESSION_SECRET must be set together with SESSION_SECRET_PREVIOUS, to the current secret.");
  }
  if (env.smtpUrl !== undefined && env.siteUrl === undefined && !isLoopback(new URL(env.smtpUrl).hostname)) {
    lines.push(
      "SITE_URL must be set together with SMTP_URL, to the site’s public address, like https://www.example.com: links in emails use it.",
    );
  }
  const missing = findMissingSignOnSettings(env);
  if (missing.length > 0) {
    lines.push(
      `${missing.join(", ")} must be set together with the other OIDC_ settings: see “Single sign-on” in docs/runbook.md.`,
    );
  }
  return lines;
}

/** Single sign-on needs all of its settings or none. */
function findMissingSignOnSettings(env: Env): string[] {
  const values = {
    OIDC_ISSUER: env.oidcIssuer,
    OIDC_CLIENT_ID: env.oidcClientId,
    OIDC_CLIENT_SECRET: env.oidcClientSecret,
    OIDC_DOMAIN: env.oidcDomain,
  };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return missing.length === Object.keys(values).length ? [] : missing;
}

function findBackupMistakes({ backupFolder, backupPassphraseFile, dataDir }: Env): string[] {
  if (backupFolder === undefined) return [];
  const lines: string[] = [];
  if (backupPassphraseFile === undefined) {
    lines.push(
      "BACKUP_PASSPHRASE_FILE must be set together with BACKUP_FOLDER: make a passphrase with `openssl rand -base64 32`, and keep a copy of it in another place.",
    );
  }
  if (isInside(backupFolder, dataDir)) {
    lines.push(
      "BACKUP_FOLDER must be outside of DATA_DIR, because backups would be lost together with the data.",
    );
  }
  return lines;
}

function isInside(folder: string, other: string): boolean {
  const path = relative(other, folder);
  return path === "" || !(path.startsWith("..") || isAbsolute(path));
}
