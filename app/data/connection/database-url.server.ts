import type pg from "pg";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { chooseTls, type DatabaseTls, isLocal, tlsOptions } from "./database-tls.server.ts";
import { ReadOnlyDatabase } from "./session.server.ts";

export type DatabaseServer = {
  /** Host name, IP address without brackets, or socket folder. */
  readonly host: string;
  readonly port: number;
  readonly tls: DatabaseTls;
};

/** The parts of DATABASE_URL that may be displayed: everything except the password. */
export type DatabaseTarget = {
  /** One server, or all servers of a cluster in which one accepts writes. */
  readonly servers: readonly DatabaseServer[];
  readonly database: string;
  readonly user: string;
};

/**
 * Reads the parts of DATABASE_URL that a message may contain.
 * @throws StartupProblem for a malformed URL; the message contains no part of it
 */
export function readDatabaseUrl(databaseUrl: string): DatabaseTarget {
  const { hosts, url } = parseDatabaseUrl(databaseUrl);
  const { searchParams } = url;
  const target = searchParams.get("target_session_attrs");
  if (target !== null && target !== "read-write" && target !== "primary") {
    throw new StartupProblem(
      `DATABASE_URL has target_session_attrs=${target}, and this program writes: remove it, or set it to read-write.`,
    );
  }
  const user = decode(url.username);
  return {
    servers: hosts.map(({ host, port }) => ({ host, port, tls: chooseTls(host, searchParams) })),
    user,
    database: decode(url.pathname.slice(1)) || user,
  };
}

/**
 * Builds the connection settings for each server in DATABASE_URL. All settings are explicit because the library supports only one host
 * and by default sends the password without TLS.
 * @throws StartupProblem if a file named in the URL cannot be read
 */
export function connectionsTo(databaseUrl: string): pg.ClientConfig[] {
  const { servers, user, database } = readDatabaseUrl(databaseUrl);
  const { url } = parseDatabaseUrl(databaseUrl);
  const optional = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const isDirect = optional("sslnegotiation") === "direct";
  return servers.map(({ host, port, tls }) => ({
    host,
    port,
    user: user || undefined,
    password: decode(url.password) || undefined,
    database: database || undefined,
    application_name: optional("application_name"),
    options: optional("options"),
    ...(tls !== "none" && isDirect ? { sslnegotiation: "direct" as const } : {}),
    ssl: tlsOptions(host, tls, url.searchParams),
  }));
}

/** "the database practice at db.example.com:5432" */
export function describeTarget(target: DatabaseTarget): string {
  return `the database ${target.database} at ${formatServers(target)}`;
}

/** Describes how connections are encrypted; undefined if none leaves this machine. */
export function describeTls({ servers }: DatabaseTarget): string | undefined {
  const used = new Set(
    servers.filter(({ host, tls }) => tls !== "none" || !isLocal(host)).map(({ tls }) => tls),
  );
  if (used.size === 0) return undefined;
  if (used.has("none")) return "not encrypted";
  return used.has("unverified") ? "TLS, certificate not verified" : "TLS, certificate verified";
}

type ParsedUrl = { hosts: readonly { host: string; port: number }[]; url: URL };

const defaultPort = 5432;

/** Parses the URL as libpq does. libpq allows comma-separated hosts, which the URL standard does not support. */
function parseDatabaseUrl(databaseUrl: string): ParsedUrl {
  const [, scheme, login = "", list = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(databaseUrl) ?? [];
  // An unencoded "/", "?" or "#" in the password ends the authority early, and part of the password would be parsed as the host. A later
  // "@" reveals that.
  const isAmbiguous = scheme === undefined || rest.includes("@");
  const url = isAmbiguous ? null : URL.parse(`${scheme}${login}localhost${rest}`);
  const hosts = url === null ? undefined : readHosts(list, url.searchParams);
  if (url === null || hosts === undefined) {
    throw new StartupProblem(
      "DATABASE_URL is malformed: use the form postgres://user:password@host:5432/database and percent-encode special characters in the password, such as %40 for @.",
    );
  }
  return { hosts, url };
}

/** @returns undefined if any of them is malformed */
function readHosts(list: string, parameters: URLSearchParams): ParsedUrl["hosts"] | undefined {
  const inAddress = list.split(",").map((item) => /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(item));
  const names = parameters.get("host")?.split(",") ?? inAddress.map((match) => match?.[1] ?? ":");
  const ports = parameters.get("port")?.split(",") ?? inAddress.map((match) => match?.[2] ?? "");
  const hosts = names.map((name, index) => ({
    host: name.replace(/^\[(.*)\]$/, "$1") || (names.length === 1 ? "localhost" : ":"),
    // A single port applies to all hosts.
    port: Number((ports.length === 1 ? ports[0] : ports[index]) || defaultPort),
  }));
  const isRight = hosts.every(
    ({ host, port }) => host !== ":" && Number.isInteger(port) && port > 0 && port < 65_536,
  );
  return isRight ? hosts : undefined;
}

/** A percent sign that starts no valid escape is kept as a literal. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Explains to the administrator in one sentence why the first connection failed. Returns a `StartupProblem` unchanged. */
export function explainConnectionProblem(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof StartupProblem || !(error instanceof Error)) return error;
  const code = findErrorCode(error);
  const sentence =
    error instanceof ReadOnlyDatabase ? onlyReads(error) : (sentences[code ?? ""] ?? fallback(error, code));
  return new StartupProblem(sentence(target));
}

type Sentence = (target: DatabaseTarget) => string;

const refusedUser: Sentence = (target) =>
  `The database server at ${formatServers(target)} does not accept the user ${target.user} with this password: check both in DATABASE_URL.`;
const notFound: Sentence = (target) =>
  `The host ${target.servers.map(({ host }) => host).join(", ")} named in DATABASE_URL cannot be found: check its spelling and the network.`;
const noResponse: Sentence = (target) =>
  `No server responds at ${formatServers(target)} (from DATABASE_URL): start that PostgreSQL server or correct the address.`;

const sentences: Readonly<Record<string, Sentence>> = {
  "28P01": refusedUser,
  "28000": (target) =>
    `The database server at ${formatServers(target)} does not permit the user ${target.user} from this machine: check its pg_hba.conf, and whether it requires an encrypted connection.`,
  "3D000": (target) =>
    `There is no database ${target.database} on the server at ${formatServers(target)}: create it or correct DATABASE_URL.`,
  "42501": (target) =>
    `The user ${target.user} cannot use the database ${target.database} at ${formatServers(target)}: grant it the right to connect and to create tables.`,
  "53300": (target) =>
    `The database server at ${formatServers(target)} has no free connections: increase its max_connections or stop other programs.`,
  "57P03": (target) =>
    `The database server at ${formatServers(target)} is starting or shutting down: try again in a moment.`,
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: noResponse,
  ENOENT: noResponse,
  EHOSTUNREACH: noResponse,
  ENETUNREACH: noResponse,
  ETIMEDOUT: noResponse,
};

function onlyReads({ isStandby }: ReadOnlyDatabase): Sentence {
  return (target) => {
    if (target.servers.length > 1) {
      return `None of the database servers at ${formatServers(target)} accepts writes: start the primary, promote one of them, or correct DATABASE_URL.`;
    }
    return isStandby
      ? `The database server at ${formatServers(target)} is a standby, which accepts no writes: point DATABASE_URL at the primary, or list all servers in it so that the program finds the primary.`
      : `The database ${target.database} at ${formatServers(target)} is read-only: set default_transaction_read_only to off for it and start again.`;
  };
}

/** Node's certificate error codes, other than those that start with CERT_. */
const certificateCodes: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function fallback(error: Error, code: string | undefined): Sentence {
  // pg reports its own timeout and a server without encryption without any code.
  if (code === undefined && /timeout/.test(error.message)) return noResponse;
  const reason = error.message.replace(/\.$/, "");
  if (error.message === "The server does not support SSL connections") {
    return (target) =>
      `The database server at ${formatServers(target)} offers no TLS, which a server on another machine needs: turn ssl on there, or, where the network is trusted, add sslmode=disable to DATABASE_URL.`;
  }
  if (code !== undefined && (certificateCodes.has(code) || code.startsWith("CERT_"))) {
    return (target) =>
      `The certificate of the database server at ${formatServers(target)} could not be verified (${reason}): name the file of its authority with sslrootcert in DATABASE_URL, or accept any certificate with sslmode=no-verify.`;
  }
  return (target) =>
    `The database at ${formatServers(target)} (from DATABASE_URL) cannot be used (${reason}): correct the cause and start again.`;
}

/** A host name with several addresses fails with an AggregateError, which may lack a code of its own. */
function findErrorCode(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  if (!(error instanceof AggregateError)) return undefined;
  const codes: unknown[] = error.errors.map((inner: unknown) =>
    inner instanceof Error ? findErrorCode(inner) : undefined,
  );
  return codes.find((code) => typeof code === "string");
}

function formatServers({ servers }: DatabaseTarget): string {
  return servers.map(({ host, port }) => formatServer(host, port)).join(", ");
}

function formatServer(host: string, port: number): string {
  if (host.startsWith("/")) return host;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
