import { readFileSync } from "node:fs";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";
import { isLoopback } from "#app/platform/loopback.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** How a connection is encrypted. `unverified`: the server could be any machine that answers there. */
export type DatabaseTls = "verified" | "unverified" | "none";

/** The modes of libpq and the one that the library adds. Only two of them are weaker than what is usual. */
const tlsModes: Readonly<Record<string, DatabaseTls>> = {
  disable: "none",
  "no-verify": "unverified",
  // Weaker in libpq. A server that fails the check is named at the start, and a weaker connection can be asked for.
  allow: "verified",
  prefer: "verified",
  require: "verified",
  "verify-ca": "verified",
  "verify-full": "verified",
};

/** The library's older spelling. */
const sslModes: Readonly<Record<string, string>> = {
  "0": "disable",
  false: "disable",
  "no-verify": "no-verify",
};

/** @throws StartupProblem where the mode does not exist */
export function chooseTls(host: string, parameters: URLSearchParams): DatabaseTls {
  const ssl = parameters.get("ssl");
  const mode = parameters.get("sslmode") ?? (ssl === null ? null : (sslModes[ssl] ?? "verify-full"));
  if (mode === null) {
    const isAsked = ["sslrootcert", "sslcert", "sslkey"].some((name) => parameters.has(name));
    const isDirect = parameters.get("sslnegotiation") === "direct";
    return isLocal(host) && !isAsked && !isDirect ? "none" : "verified";
  }
  const tls = tlsModes[mode];
  if (tls !== undefined) return tls;
  throw new StartupProblem(
    `DATABASE_URL has sslmode=${mode}, which does not exist: use verify-full, no-verify or disable.`,
  );
}

/** Whether what is said there crosses no network. */
export function isLocal(host: string): boolean {
  return host.startsWith("/") || isLoopback(host.includes(":") ? `[${host}]` : host);
}

function identityCheck(host: string, tls: "verified" | "unverified"): ConnectionOptions {
  if (tls === "unverified") return { rejectUnauthorized: false };
  // For a numeric address the library names no server, and Node would compare the certificate with "localhost".
  return {
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}

/**
 * The library's setting for a connection.
 * @throws StartupProblem where a file that DATABASE_URL names cannot be read
 */
export function tlsOptions(
  host: string,
  tls: DatabaseTls,
  parameters: URLSearchParams,
): false | ConnectionOptions {
  if (tls === "none") return false;
  return {
    ca: readNamedFile(parameters, "sslrootcert"),
    cert: readNamedFile(parameters, "sslcert"),
    key: readNamedFile(parameters, "sslkey"),
    ...identityCheck(host, tls),
  };
}

/** "system" stands for the certificates that Node brings. */
function readNamedFile(parameters: URLSearchParams, parameter: string): string | undefined {
  const path = parameters.get(parameter);
  if (path === null || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new StartupProblem(
      `The file ${path}, named by ${parameter}, cannot be read (${code}): correct the path or the rights of the file.`,
    );
  }
}
