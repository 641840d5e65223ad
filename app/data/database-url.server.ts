import { StartupProblem } from "#app/platform/startup-problem.ts";

/** What may be told of DATABASE_URL: everything but the password. */
export type DatabaseTarget = {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
};

/**
 * Reads the parts of DATABASE_URL that a sentence may name.
 * @throws StartupProblem where it is no such address; the sentence repeats nothing of it
 */
export function readDatabaseUrl(databaseUrl: string): DatabaseTarget {
  const url = URL.parse(databaseUrl);
  // A password with a bare "/", "?" or "#" ends the host part early and would leave a piece of itself in what looks like the
  // host; the "@" that then stands behind gives it away.
  const misread = url === null || `${url.pathname}${url.search}${url.hash}`.includes("@");
  if (misread || !["postgres:", "postgresql:"].includes(url.protocol)) {
    throw new StartupProblem(
      "DATABASE_URL cannot be read: it has the form postgres://user:password@host:5432/database, with special characters in the password written as %40 and the like.",
    );
  }
  const user = decodeURIComponent(url.username);
  return {
    host: url.searchParams.get("host") ?? (url.hostname || "localhost"),
    port: url.searchParams.get("port") ?? (url.port || "5432"),
    user,
    database: decodeURIComponent(url.pathname.slice(1)) || user,
  };
}

/** "the database practice at db.example.com:5432" */
export function describeTarget(target: DatabaseTarget): string {
  return `the database ${target.database} at ${placeOf(target)}`;
}

/** One sentence for the operator about why the first connection failed; anything already explained is passed on. */
export function explainConnectionProblem(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof StartupProblem || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const sentence = sentences[code ?? ""] ?? fallback(error, code);
  return new StartupProblem(sentence(target));
}

type Sentence = (target: DatabaseTarget) => string;

const refusedUser: Sentence = (target) =>
  `The database server at ${placeOf(target)} does not accept the user ${target.user} with this password: check both in DATABASE_URL.`;
const notFound: Sentence = (target) =>
  `The host ${target.host} named in DATABASE_URL cannot be found: check its spelling and the network.`;
const nothingThere: Sentence = (target) =>
  `Nothing answers at ${placeOf(target)}, where DATABASE_URL points: start that PostgreSQL server or correct the address.`;

const sentences: Readonly<Record<string, Sentence>> = {
  "28P01": refusedUser,
  "28000": (target) =>
    `The database server at ${placeOf(target)} does not let the user ${target.user} in from here: check its pg_hba.conf, and whether it asks for an encrypted connection.`,
  "3D000": (target) =>
    `There is no database ${target.database} on the server at ${placeOf(target)}: create it or correct DATABASE_URL.`,
  "42501": (target) =>
    `The user ${target.user} may not use the database ${target.database} at ${placeOf(target)}: grant it the right to connect and to create tables.`,
  "53300": (target) =>
    `The database server at ${placeOf(target)} has no connection left: raise its max_connections or end other programs.`,
  "57P03": (target) =>
    `The database server at ${placeOf(target)} is just starting or stopping: try again in a moment.`,
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: nothingThere,
  ENOENT: nothingThere,
  EHOSTUNREACH: nothingThere,
  ENETUNREACH: nothingThere,
  ETIMEDOUT: nothingThere,
};

function fallback(error: Error, code: string | undefined): Sentence {
  // pg reports its own timeout and a server without encryption without any code.
  if (code === undefined && /timeout/.test(error.message)) return nothingThere;
  const reason = error.message.replace(/\.$/, "");
  return (target) =>
    `The database at ${placeOf(target)}, where DATABASE_URL points, cannot be used (${reason}): mend that and start again.`;
}

/** A name with several addresses fails with one error for each, gathered in an AggregateError that has a code itself or not. */
function codeOf(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  if (!(error instanceof AggregateError)) return undefined;
  const codes: unknown[] = error.errors.map((inner: unknown) =>
    inner instanceof Error ? codeOf(inner) : undefined,
  );
  return codes.find((code) => typeof code === "string");
}

function placeOf(target: DatabaseTarget): string {
  return target.host.startsWith("/") ? target.host : `${target.host}:${target.port}`;
}
