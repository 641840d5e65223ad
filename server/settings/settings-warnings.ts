import { distance } from "fastest-levenshtein";
import { settingNames } from "#app/platform/settings/env.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { isLoopback } from "#app/platform/loopback.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Logs settings that have no effect because of a misspelled name, and options that weaken TLS. No value of a variable is logged. */
export function logSettingsWarnings(log: Log, variables: Variables, smtpUrl: string | undefined): void {
  for (const { name, meant } of findMisspelledNames(Object.keys(variables))) {
    log.warn("settings.misspelled_name", { name, didYouMean: meant });
  }
  const options = smtpUrl === undefined ? [] : findWeakTlsOptions(smtpUrl);
  if (options.length > 0) log.warn("settings.smtp_tls_weakened", { options });
}

type Misspelling = { name: string; meant: string };

/** Finds names that differ from a setting only in case or by a few letters. */
export function findMisspelledNames(names: readonly string[]): Misspelling[] {
  return names
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const [best] = settingNames
        .filter((meant) => Math.abs(name.length - meant.length) <= maxEdits(meant))
        .map((meant) => ({ name, meant, edits: distance(name.toUpperCase(), meant) }))
        .filter(({ meant, edits }) => edits <= maxEdits(meant))
        .toSorted((one, other) => one.edits - other.edits);
      return best === undefined ? [] : [{ name, meant: best.meant }];
    });
}

/** Short names resemble unrelated variables. TRUSTED_PROXY is three edits from TRUSTED_PROXIES. */
function maxEdits({ length }: string): number {
  if (length < 5) return 0;
  return length < 15 ? 2 : 3;
}

/**
 * Lists the options in SMTP_URL that let another machine read or impersonate the mail server's connection. Connections that stay on this
 * machine need no TLS.
 */
function findWeakTlsOptions(smtpUrl: string): string[] {
  const { hostname, protocol, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return [];
  const weak = searchParams.get("tls.rejectUnauthorized") === "false" ? ["tls.rejectUnauthorized=false"] : [];
  // smtps:// uses TLS from the start, so the options for STARTTLS have no effect.
  if (protocol === "smtps:") return weak;
  if (searchParams.get("requireTLS") === "false") weak.push("requireTLS=false");
  for (const name of ["ignoreTLS", "opportunisticTLS"]) {
    const value = searchParams.get(name);
    if (value !== null && !["false", "0", ""].includes(value)) weak.push(name);
  }
  return weak;
}
