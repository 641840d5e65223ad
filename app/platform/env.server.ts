import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { logLevels } from "./log.server.ts";
import { isLoopback } from "./loopback.ts";
import { StartupProblem } from "./startup-problem.ts";

const port = z.coerce
  .number("must be a number")
  .int("must be a whole number")
  .min(0, "must be 0 or more")
  .max(65_535, "must be 65535 or less");

const httpOrigin = z
  .string()
  .refine(isOrigin, "must be an http:// or https:// address without a path")
  .transform((value) => new URL(value).origin);

const httpsOrigin = z
  .string()
  .refine(
    (value) => isOrigin(value) && value.toLowerCase().startsWith("https:"),
    "must be https:// addresses without a path, separated by commas",
  )
  .transform((value) => new URL(value).origin);

const proxyRange = z
  .string()
  .refine(isAddressOrRange, "must be IP addresses or ranges like 10.0.0.0/8, separated by commas");

const secret = z.string().min(32, "must have at least 32 characters");

/** Values that are separated by commas; none where nothing is set. */
function listOf<Value>(item: z.ZodType<Value, string>) {
  return z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((value) => value.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}

const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z
    .string()
    .min(1)
    .refine(
      (path) => !path.startsWith("~"),
      "must not begin with ~, which only a shell replaces with a home folder: write the full path",
    )
    .default("./data"),
  // app/data/connection/database-url.server.ts parses the rest, because comma-separated hosts are not a valid URL.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
    .optional(),
  PGSSLROOTCERT: z.string().optional(),
  SITE_URL: httpOrigin.optional(),
  TRUSTED_PROXIES: listOf(proxyRange),
  FORM_ORIGINS: listOf(httpsOrigin),
  SHORTEN_ADDRESSES: z
    .enum(["yes", "no"], "must be yes or no")
    .default("no")
    .transform((answer) => answer === "yes"),
  IDENTITY_PIXEL_URL: z
    .string()
    .refine(
      isPixelAddress,
      "must be the https:// address of the script, without a user, a fragment or a port of its own",
    )
    .optional(),
  SESSION_SECRET: secret.optional(),
  SESSION_SECRET_PREVIOUS: listOf(secret),
  SMTP_URL: z
    .string()
    .refine(isMailServer, "must be a mail server’s address, like smtp://user:password@mail.example.com:587")
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

/** Names of all settings in the environment. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** The settings of a running program, read once at start. Nothing else reads the environment. */
export type Env = Readonly<{
  port: number;
  host: string;
  /** Absolute path of the folder that holds the database of our own and the secrets we made. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Origin without a slash at the end; undefined means `http://localhost:PORT`. */
  siteUrl: string | undefined;
  /** Addresses or CIDR ranges whose X-Forwarded-For header is believed. */
  trustedProxies: readonly string[];
  /** Origins of other sites whose pages may post to the public endpoints. */
  formOrigins: readonly string[];
  /** Whether visitors' addresses are kept without their last part. */
  shortensAddresses: boolean;
  /** Script of an outside service that recognizes visitors who allow it; undefined: there is none. */
  identityPixelUrl: string | undefined;
  sessionSecret: string | undefined;
  /** Previous secrets. Sessions, sealed values and links may still depend on them after a rotation. */
  previousSessionSecrets: readonly string[];
  /** Where letters leave; undefined means that they are kept. */
  smtpUrl: string | undefined;
  logLevel: (typeof logLevels)[number];
}>;

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartupProblem that lists every mistake on a line
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}.`);
    throw new StartupProblem([...new Set(lines)].join("\n"));
  }
  const value = result.data;
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: withRootCertificate(value.DATABASE_URL, value.PGSSLROOTCERT),
    siteUrl: value.SITE_URL,
    trustedProxies: value.TRUSTED_PROXIES,
    formOrigins: value.FORM_ORIGINS,
    shortensAddresses: value.SHORTEN_ADDRESSES,
    identityPixelUrl: value.IDENTITY_PIXEL_URL,
    sessionSecret: value.SESSION_SECRET,
    previousSessionSecrets: value.SESSION_SECRET_PREVIOUS,
    smtpUrl: value.SMTP_URL,
    logLevel: value.LOG_LEVEL,
  });
}

/**
 * What only a site that is published has to keep: settings that are nothing without each other.
 * @throws StartupProblem that lists every mistake on a line
 */
export function checkTogether(env: Env): void {
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
      "SITE_URL must be set together with SMTP_URL, to the site’s public address, like https://www.example.com: the links in letters lead there.",
    );
  }
  if (lines.length > 0) throw new StartupProblem(lines.join("\n"));
}

/** The libpq variable applies if the URL does not set the parameter. */
function withRootCertificate(databaseUrl: string | undefined, file: string | undefined): string | undefined {
  if (databaseUrl === undefined || file === undefined || /[?&]sslrootcert=/.test(databaseUrl)) {
    return databaseUrl;
  }
  const separator = databaseUrl.includes("?") ? "&" : "?";
  return `${databaseUrl}${separator}sslrootcert=${encodeURIComponent(file)}`;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
}

/** Its host is shown to visitors and named in the security policy, so it has to be plain. */
function isPixelAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.protocol !== "https:") return false;
  return url.username === "" && url.port === "" && url.hash === "" && /^[a-z0-9.-]+$/.test(url.hostname);
}

function isMailServer(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

function isAddressOrRange(value: string): boolean {
  const [address, bits, ...rest] = value.split("/");
  if (address === undefined || rest.length > 0) return false;
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
