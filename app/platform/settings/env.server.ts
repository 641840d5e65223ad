import { resolve } from "node:path";
import { z } from "zod";
import { logLevels } from "#app/platform/log.server.ts";
import {
  port,
  httpOrigin,
  httpsOrigin,
  proxyRange,
  httpsUrl,
  httpUrl,
  headerList,
  yesOrNo,
  secret,
  list,
} from "./setting-schemas.server.ts";
import {
  isIssuer,
  isMailServer,
  isMailboxAddress,
  isPixelAddress,
  withRootCertificate,
} from "./setting-values.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/**
 * A setting: the property that holds its value, how it is validated, its line in `.env.example` and its documentation. The file
 * `.env.example` and the table in `docs/settings.md` are generated from these entries (`tests/docs/settings.test.ts`).
 */
type Setting = {
  property: string;
  /** Its messages complete a sentence that starts with the name of the setting. */
  schema: z.ZodType;
  /** The default, or an empty string if there is none. */
  example: string;
  documentation: string;
};

export const settings = {
  PORT: {
    property: "port",
    schema: port.default(3000),
    example: "3000",
    documentation: "Port to listen on.",
  },
  HOST: {
    property: "host",
    schema: z.string().min(1).default("127.0.0.1"),
    example: "127.0.0.1",
    documentation: "Address to listen on.",
  },
  WORKERS: {
    property: "workers",
    schema: z
      .string()
      .regex(/^(?:[1-9]|1[0-6])$/, "must be a whole number from 1 to 16")
      .default("1")
      .transform(Number),
    example: "1",
    documentation:
      "Processes that answer requests on PORT, from 1 to 16, at most one for each processor core. Setup: “Several processes” in docs/operations.md.",
  },
  DATA_DIR: {
    property: "dataDir",
    schema: z
      .string()
      .min(1)
      .refine(
        (path) => !path.startsWith("~"),
        "must not begin with ~, which only a shell replaces with a home folder: write the full path",
      )
      .default("./data")
      .transform((path) => resolve(path)),
    example: "./data",
    documentation:
      "Folder of the embedded PostgreSQL, its password and the generated session secret. A relative path starts at the project folder.",
  },
  DATABASE_URL: {
    property: "databaseUrl",
    // app/data/connection/database-url.server.ts parses the rest, because comma-separated hosts are not a valid URL.
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
      .optional(),
    example: "",
    documentation:
      "PostgreSQL 15 or newer to use instead of the embedded one, such as postgres://user:password@db.example.com/practice. Requires SESSION_SECRET. Clusters, TLS modes, poolers and the role's permissions are described in docs/runbook.md.",
  },
  PGSSLROOTCERT: {
    property: "databaseRootCertificate",
    schema: z.string().optional(),
    example: "",
    documentation:
      "File with the certificates of a private authority that signed the database server's certificate. The parameter sslrootcert in DATABASE_URL takes precedence.",
  },
  SITE_URL: {
    property: "siteUrl",
    schema: httpOrigin.optional(),
    example: "",
    documentation:
      "Public address of the site; if empty, http://localhost:PORT. An https:// address enables secure cookies and HSTS. Required with SMTP_URL.",
  },
  TRUSTED_PROXIES: {
    property: "trustedProxies",
    schema: list(proxyRange),
    example: "",
    documentation:
      "Addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted, separated by commas.",
  },
  SHUTDOWN_DELAY: {
    property: "shutdownDelaySeconds",
    schema: z.coerce
      .number("must be a number of seconds")
      .min(0, "must be a number of seconds from 0 to 60")
      .max(60, "must be a number of seconds from 0 to 60")
      .default(0),
    example: "0",
    documentation:
      "Seconds for which a server that was told to stop continues to serve while /readyz answers 503, so that a proxy that checks /readyz stops sending it requests. Use twice the interval of the check, and 0 for a single server.",
  },
  FORM_ORIGINS: {
    property: "formOrigins",
    schema: list(httpsOrigin),
    example: "",
    documentation:
      "Origins of other sites whose pages may post to the public endpoints, such as https://landing.example.com, separated by commas. Requests without an Origin header are not affected.",
  },
  SHORTEN_ADDRESSES: {
    property: "shortensAddresses",
    schema: yesOrNo,
    example: "no",
    documentation:
      "yes stores visitors' IP addresses without their last part (203.0.113.0, 2001:db8:12::); no stores them completely.",
  },
  IDENTITY_PIXEL_URL: {
    property: "identityPixelUrl",
    schema: z
      .string()
      .refine(
        isPixelAddress,
        "must be the https:// address of the script, without a user, a fragment or a port of its own",
      )
      .optional(),
    example: "",
    documentation:
      "Script of an external service that identifies visitors. It is loaded on public pages after the visitor has given consent. If empty, no page mentions the service.",
  },
  SESSION_SECRET: {
    property: "sessionSecret",
    schema: secret.optional(),
    example: "",
    documentation:
      "Signs sessions and links: at least 32 characters, identical on every server. If empty, a secret is generated in DATA_DIR.",
  },
  SESSION_SECRET_PREVIOUS: {
    property: "previousSessionSecrets",
    schema: list(secret),
    example: "",
    documentation:
      "Previous secrets during a rotation, separated by commas. Values that were created with them remain valid.",
  },
  SMTP_URL: {
    property: "smtpUrl",
    schema: z
      .string()
      .refine(isMailServer, "must be a mail server’s address, like smtp://user:password@mail.example.com:587")
      .optional(),
    example: "",
    documentation:
      'Mail server: smtp:// (STARTTLS, required on another machine) or smtps:// (TLS from the start), such as smtps://user:password@mail.example.com:465. "?requireTLS=false" permits plaintext to a server without TLS, but never for a password. A server on another machine requires SITE_URL. If empty, emails are stored and not sent.',
  },
  BOUNCE_URL: {
    property: "bounceUrl",
    schema: z
      .string()
      .refine(
        isMailboxAddress,
        "must be a mailbox's address with a user name and a password, like imaps://user:password@mail.example.com/Bounces",
      )
      .optional(),
    example: "",
    documentation:
      "Mailbox that receives reports of undelivered email: imaps:// (TLS from the start) or imap:// (STARTTLS, required on another machine), such as imaps://user:password@mail.example.com/INBOX. Special characters in the user name, the password and the folder are percent-encoded. Without a folder, INBOX. If empty, only rejections during delivery are detected. Setup: “Returned email” in docs/runbook.md.",
  },
  BOOKING_WEBHOOK_SECRET: {
    property: "bookingWebhookSecret",
    schema: secret.optional(),
    example: "",
    documentation:
      "Secret of the scheduler's webhook (Cal.com), at least 32 characters: appointments are then recorded automatically. If empty, the endpoint does not exist. Setup: “Record appointments automatically” in docs/runbook.md.",
  },
  WEBHOOK_PRIVATE_HOSTS: {
    property: "allowsPrivateHosts",
    schema: yesOrNo,
    example: "no",
    documentation:
      "yes permits webhooks to hosts with private addresses, such as a server in the firm's network; no refuses them, so that internal services cannot be reached through the site.",
  },
  SECOND_APPROVER: {
    property: "requiresSecondPerson",
    schema: yesOrNo,
    example: "no",
    documentation:
      "yes requires that a change of the site's content is approved by a person who has written no part of it; no permits authors to approve their own changes, which the record marks.",
  },
  OIDC_ISSUER: {
    property: "oidcIssuer",
    schema: z
      .string()
      .refine(
        isIssuer,
        "must be the https:// address that the provider names as its issuer, without a query, and for one organization only",
      )
      // Without a path, the slash at the end does not matter. Connected accounts and rules of providers refer to one spelling.
      .transform((value) => (new URL(value).pathname === "/" ? new URL(value).origin : new URL(value).href))
      .optional(),
    example: "",
    documentation:
      "Issuer of the OpenID Connect provider at which staff sign in, such as https://accounts.google.com or https://login.microsoftonline.com/TENANT/v2.0. If empty, there is no single sign-on. Setup: “Single sign-on” in docs/runbook.md.",
  },
  OIDC_CLIENT_ID: {
    property: "oidcClientId",
    schema: z.string().min(1).optional(),
    example: "",
    documentation: "Client ID that the provider has assigned to this site. Requires OIDC_ISSUER.",
  },
  OIDC_CLIENT_SECRET: {
    property: "oidcClientSecret",
    schema: z.string().min(1).optional(),
    example: "",
    documentation: "Client secret that the provider has assigned to this site. Requires OIDC_ISSUER.",
  },
  OIDC_DOMAIN: {
    property: "oidcDomain",
    schema: z
      .string()
      .toLowerCase()
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
        "must be a mail domain, like example.com",
      )
      .optional(),
    example: "",
    documentation:
      "Mail domain of the people who can use single sign-on, such as example.com. Requires OIDC_ISSUER.",
  },
  METRICS_TOKEN: {
    property: "metricsToken",
    schema: secret.optional(),
    example: "",
    documentation:
      "Bearer token for GET /metrics, at least 32 characters. If empty, the path does not exist. Setup: “Metrics and alerts” in docs/runbook.md.",
  },
  ALERT_WEBHOOK_URL: {
    property: "alertWebhookUrl",
    schema: httpsUrl.optional(),
    example: "",
    documentation:
      'The https address of an incoming webhook of a chat, which receives alerts as {"text": "…"}, such as https://hooks.slack.com/services/…. If empty, no alerts are sent.',
  },
  HEARTBEAT_URL: {
    property: "heartbeatUrl",
    schema: httpsUrl.optional(),
    example: "",
    documentation:
      "The https address of an external service that is requested each minute while this server is ready, and that sends an alert when requests stop.",
  },
  ACCESS_LOG_SAMPLE: {
    property: "accessLogSample",
    schema: z.coerce
      .number("must be a number from 0 to 1")
      .min(0, "must be a number from 0 to 1")
      .max(1, "must be a number from 0 to 1")
      .default(0),
    example: "0",
    documentation:
      "Share of the requests answered from memory that is logged as request.sampled, from 0 to 1. Other requests are always logged.",
  },
  BACKUP_FOLDER: {
    property: "backupFolder",
    schema: z
      .string()
      .min(1)
      .refine((path) => !path.startsWith("~"), "must not begin with ~: write the full path")
      .transform((path) => resolve(path))
      .optional(),
    example: "",
    documentation:
      "Existing folder for the daily backups of one installation, outside of DATA_DIR and preferably on another disk. Requires BACKUP_PASSPHRASE_FILE. If empty, no daily backups are made. See “Back up and restore” in docs/runbook.md.",
  },
  BACKUP_PASSPHRASE_FILE: {
    property: "backupPassphraseFile",
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
    example: "",
    documentation:
      "File with the passphrase of the backups, at least 20 characters, with mode 600. Keep a copy in another place: without it, no backup can be read.",
  },
  BACKUP_AT: {
    property: "backupTime",
    schema: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time like 02:30")
      .default("02:30"),
    example: "02:30",
    documentation: "Time of the daily backup in the firm's time zone.",
  },
  BACKUP_KEEP: {
    property: "backupsKept",
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3},\d{1,4}$/, "must be numbers of days and weeks, like 14,8")
      .default("14,8")
      .transform((text) => {
        const [days = 1, weeks = 0] = text.split(",").map(Number);
        return { days, weeks };
      }),
    example: "14,8",
    documentation:
      "Which backups in BACKUP_FOLDER are kept: the newest of each of the last 14 days and of each of the last 8 weeks. All of the last 24 hours are kept, and the newest one always.",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    property: "traceEndpoint",
    schema: httpUrl.optional(),
    example: "",
    documentation:
      "Base address of an OpenTelemetry receiver (OTLP over HTTP), such as http://127.0.0.1:4318, to which traces are sent. Setup: “Traces” in docs/runbook.md.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    property: "traceHeaders",
    schema: headerList.optional(),
    example: "",
    documentation: "Headers that the receiver of traces requires, like authorization=Bearer%20token.",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    property: "traceShare",
    schema: z.coerce
      .number("must be a number from 0 to 1")
      .min(0, "must be a number from 0 to 1")
      .max(1, "must be a number from 0 to 1")
      .default(1),
    example: "1",
    documentation: "Share of the requests that is traced, from 0 to 1.",
  },
  LOG_LEVEL: {
    property: "logLevel",
    schema: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    example: "info",
    documentation: "debug, info, warn or error.",
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof settings;

/** The settings of a running program. They are read once at startup, and nothing else reads the environment. */
export type Env = {
  readonly [Name in keyof Settings as Settings[Name]["property"]]: z.output<Settings[Name]["schema"]>;
};

/** Names of all settings in the environment. */
export const settingNames: readonly string[] = Object.keys(settings);

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartupProblem that lists each mistake on a line
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const mistakes = new Set<string>();
  const values = Object.entries<Setting>(settings).map(([name, { property, schema }]) => {
    const { error, data } = schema.safeParse(variables[name] === "" ? undefined : variables[name]);
    for (const { message } of error?.issues ?? []) mistakes.add(`${name} ${message}.`);
    return [property, data];
  });
  if (mistakes.size > 0) throw new StartupProblem([...mistakes].join("\n"));
  // Each entry above has produced its property, with the output of its schema.
  const env = Object.fromEntries(values) as Env;
  return Object.freeze({ ...env, databaseUrl: withRootCertificate(env) });
}
