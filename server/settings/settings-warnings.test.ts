import { expect, test } from "vitest";
import { createLog } from "#app/platform/log.server.ts";
import { findMisspelledNames, logSettingsWarnings } from "./settings-warnings.ts";

test.each([
  ["port", "PORT"],
  ["Host", "HOST"],
  ["data_dir", "DATA_DIR"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["SMPT_URL", "SMTP_URL"],
  ["SMTP_URI", "SMTP_URL"],
  ["DATABASEURL", "DATABASE_URL"],
  ["SESSION_SECRETS", "SESSION_SECRET"],
  ["loglevel", "LOG_LEVEL"],
])("%s is reported as a misspelling of %s", (name, meant) => {
  expect(findMisspelledNames([name])).toEqual([{ name, meant }]);
});

test.each([
  "PORT",
  "SMTP_URL",
  "SITE_URL",
  "SESSION_SECRET_PREVIOUS",
  "PGSSLROOTCERT",
  "PATH",
  "HOME",
  "HOSTNAME",
  "SORT",
  "NODE_ENV",
  "DATABASE_USER",
  "DATABASE_PORT",
  "SMTP_HOST",
  "SMTP_PORT",
  "SESSION_MANAGER",
  "PGSSLCERT",
  "XDG_DATA_DIRS",
  "npm_config_loglevel",
])("%s is not reported", (name) => {
  expect(findMisspelledNames([name])).toEqual([]);
});

test.each([
  ["smtp://mail.example.com?tls.rejectUnauthorized=false", ["tls.rejectUnauthorized=false"]],
  ["smtps://mail.example.com?tls.rejectUnauthorized=false&ignoreTLS=true", ["tls.rejectUnauthorized=false"]],
  ["smtp://mail.example.com?requireTLS=false&ignoreTLS=true", ["requireTLS=false", "ignoreTLS"]],
  ["smtp://mail.example.com?opportunisticTLS=1", ["opportunisticTLS"]],
])("weak TLS options in %s are logged in one line", (smtpUrl, options) => {
  expect(linesFor({}, smtpUrl)).toMatchObject([
    { level: "warn", event: "settings.smtp_tls_weakened", options },
  ]);
});

test.each([
  undefined,
  "smtp://user:password@mail.example.com:587",
  "smtp://mail.example.com?requireTLS=true&ignoreTLS=false&tls.rejectUnauthorized=true",
  "smtp://localhost:25?ignoreTLS=true",
])("nothing is logged about %s", (smtpUrl) => {
  expect(linesFor({}, smtpUrl)).toEqual([]);
});

test("each misspelled name is logged in a line without its value", () => {
  const lines = linesFor({ port: "8080", SMPT_URL: "smtp://user:password@mail.example.com", PATH: "/bin" });
  expect(lines).toMatchObject([
    { level: "warn", event: "settings.misspelled_name", name: "port", didYouMean: "PORT" },
    { level: "warn", event: "settings.misspelled_name", name: "SMPT_URL", didYouMean: "SMTP_URL" },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/8080|password/);
});

function linesFor(variables: Record<string, string>, smtpUrl?: string): unknown[] {
  const lines: unknown[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(JSON.parse(line)) });
  logSettingsWarnings(log, variables, smtpUrl);
  return lines;
}
