import { readFileSync } from "node:fs";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";
import { isLoopback } from "#app/platform/loopback.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** How a connection is encrypted. `unverified` means that the server's identity is not checked. */
export type DatabaseTls = "verified" | "unverified" | "none";

/** The modes of libpq, plus `no-verify` from the library. Only two are weaker than the default. */
const tlsModes: Readonly<Record<string, DatabaseTls>> = {
  disable: "none",
  "no-verify": "unverified",
  // libpq does not verify certificates in these modes. A failed check names the server at startup, and the operator can choose a weaker
  // mode.
  allow: "verified",
  prefer: "verified",
  require: "verified",
  "verify-ca": "verified",
  "verify-full": "verified",
};

/** The library's legacy parameter. */
const sslModes: Readonly<Record<string, string>> = {
  "0": "disable",
  false: "disable",
  "no-verify": "no-verify",
};

/** @throws StartupProblem if the mode does not exist */
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

/** Whether connections to the host stay on this machine. */
export function isLocal(host: string): boolean {
  return host.startsWith("/") || isLoopback(host.includes(":") ? `[${host}]` : host);
}

function identityCheck(host: string, tls: "verified" | "unverified"): ConnectionOptions {
  if (tls === "unverified") return { rejectUnauthorized: false };
  // For a numeric address, the library sets no server name, and Node would compare the certificate with "localhost".
  return {
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}

/**
 * Builds the library's TLS setting for a connection.
 * @throws StartupProblem if a file named in DATABASE_URL cannot be read
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

/** "system" selects the certificates bundled with Node. */
function readNamedFile(parameters: URLSearchParams, parameter: string): string | undefined {
  const path = parameters.get(parameter);
  if (path === null || path === "system") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new StartupProblem(
      `The file ${path}, named by ${parameter}, cannot be read (${code}): correct the path or the file’s permissions.`,
    );
  }
}
