import { describe, expect, it } from "vitest";
import { readEnv } from "#app/platform/settings/env.server.ts";
import { checkSettingCombinations } from "./setting-combinations.ts";

describe("combinations of settings", () => {
  it("SESSION_SECRET_PREVIOUS needs SESSION_SECRET", () => {
    expect(() => checkSettingCombinations(readEnv({ SESSION_SECRET_PREVIOUS: "a".repeat(32) }))).toThrow(
      "SESSION_SECRET must be set together with SESSION_SECRET_PREVIOUS",
    );
  });

  it("single sign-on needs all of its settings or none", () => {
    const check = (variables: Record<string, string>) => () => checkSettingCombinations(readEnv(variables));
    const variables = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "practice" };
    expect(check(variables)).toThrow("OIDC_CLIENT_SECRET, OIDC_DOMAIN must be set together with");
    expect(check({ OIDC_DOMAIN: "example.com" })).toThrow(
      "OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must",
    );
    expect(check({ ...variables, OIDC_CLIENT_SECRET: "secret", OIDC_DOMAIN: "example.com" })).not.toThrow();
  });

  it("BACKUP_FOLDER needs a passphrase file, and a place outside of DATA_DIR", () => {
    const check = (variables: Record<string, string>) => () => checkSettingCombinations(readEnv(variables));
    const passphrase = { BACKUP_PASSPHRASE_FILE: "/etc/passphrase" };
    expect(check({ BACKUP_FOLDER: "/backups" })).toThrow("BACKUP_PASSPHRASE_FILE must be set together with");
    expect(check({ ...passphrase, DATA_DIR: "/data", BACKUP_FOLDER: "/data/backups" })).toThrow(
      "BACKUP_FOLDER must be outside of DATA_DIR",
    );
    expect(check({ ...passphrase, DATA_DIR: "/data", BACKUP_FOLDER: "/data-backups" })).not.toThrow();
  });

  it.each(["smtp://mail.example.com", "smtps://user:password@10.0.0.5:465", "smtp://localhost.example.com"])(
    "sending email through %s requires SITE_URL, because links in emails use it",
    (smtpUrl) => {
      expect(() => checkSettingCombinations(readEnv({ SMTP_URL: smtpUrl }))).toThrow(
        /^SITE_URL must be set together with SMTP_URL, to the site’s public address, like https:\/\/www\.example\.com: links in emails use it\.$/,
      );
      checkSettingCombinations(readEnv({ SMTP_URL: smtpUrl, SITE_URL: "https://www.example.com" }));
    },
  );

  it.each(["smtp://127.0.0.1:2525", "smtp://LOCALHOST:25", "smtp://[::1]", "smtps://mail.localhost"])(
    "sending email through %s, on this machine, does not require SITE_URL",
    (smtpUrl) => {
      expect(() => checkSettingCombinations(readEnv({ SMTP_URL: smtpUrl }))).not.toThrow();
    },
  );

  it("DATABASE_URL requires SESSION_SECRET, which all servers share", () => {
    const variables = { DATABASE_URL: "postgres://practice@db.example.com/practice" };
    expect(() => checkSettingCombinations(readEnv(variables))).toThrow("SESSION_SECRET must be set");
    checkSettingCombinations(readEnv({ ...variables, SESSION_SECRET: "x".repeat(32) }));
  });
});
