import { isLoopback } from "#app/platform/loopback.ts";

/**
 * Lists the options in SMTP_URL that let another machine read or impersonate the mail server's connection. Connections that stay on this
 * machine need no TLS.
 */
export function findWeakTlsOptions(smtpUrl: string): string[] {
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
