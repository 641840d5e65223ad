import { describe, expect, it } from "vitest";
import { readEnv } from "./env.server.ts";

describe("settings", () => {
  it("all have a working default", () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      workers: 1,
      databaseUrl: undefined,
      siteUrl: undefined,
      trustedProxies: [],
      formOrigins: [],
      shortensAddresses: false,
      identityPixelUrl: undefined,
      logLevel: "info",
    });
  });

  it("SESSION_SECRET_PREVIOUS accepts several secrets of at least 32 characters each", () => {
    const [first, second] = ["a".repeat(32), "b".repeat(32)];
    const read = (value: string) => readEnv({ SESSION_SECRET_PREVIOUS: value }).previousSessionSecrets;
    expect(read(`${first}, ${second}`)).toEqual([first, second]);
    expect(() => read(`${first},short`)).toThrow("SESSION_SECRET_PREVIOUS must have at least 32 characters.");
  });

  it.each(["0,8", "14", "14,8,1", "all"])("BACKUP_KEEP rejects %s", (text) => {
    expect(() => readEnv({ BACKUP_KEEP: text })).toThrow("BACKUP_KEEP must be numbers of days and weeks");
  });

  it.each(["0", "17", "1.5", "-2", "two"])("WORKERS rejects %s", (text) => {
    expect(() => readEnv({ WORKERS: text })).toThrow(/^WORKERS must be a whole number from 1 to 16\.$/);
  });

  it.each(["24:00", "2:30", "02:60", "noon"])("BACKUP_AT rejects %s", (text) => {
    expect(() => readEnv({ BACKUP_AT: text })).toThrow("BACKUP_AT must be a time like 02:30.");
  });

  it("count as unset if empty", () => {
    expect(readEnv({ PORT: "", SITE_URL: "" })).toEqual(readEnv({}));
  });

  it("are reported together if they are invalid", () => {
    expect(() => readEnv({ PORT: "70000", SITE_URL: "www.example.com", SESSION_SECRET: "short" })).toThrow(
      /^PORT must be 65535 or less\.\nSITE_URL must be [^\n]+\nSESSION_SECRET must have at least 32 characters\.$/,
    );
  });

  it.each(["https://example.com/path", "ftp://example.com", "//example.com", "https://example.com/?a=1"])(
    "SITE_URL must be an origin, so %s is rejected",
    (siteUrl) => expect(() => readEnv({ SITE_URL: siteUrl })).toThrow("SITE_URL"),
  );

  it.each([
    "http://login.example.com",
    "https://user@login.example.com",
    "https://login.example.com/?tenant=1",
    "https://login.microsoftonline.com/common/v2.0",
    "https://login.microsoftonline.com/organizations/v2.0",
  ])("OIDC_ISSUER rejects %s", (issuer) => {
    expect(() => readEnv({ OIDC_ISSUER: issuer })).toThrow("OIDC_ISSUER must be the https:// address");
  });

  it.each(["https://login.example.com/realms/firm", "http://localhost:9000", "http://127.0.0.1:9000"])(
    "OIDC_ISSUER accepts %s",
    (issuer) => expect(readEnv({ OIDC_ISSUER: issuer }).oidcIssuer).toBe(issuer),
  );

  it("OIDC_ISSUER has one spelling", () => {
    expect(readEnv({ OIDC_ISSUER: "HTTPS://Accounts.Google.com/" }).oidcIssuer).toBe(
      "https://accounts.google.com",
    );
  });

  it("OIDC_DOMAIN is a mail domain in lower case", () => {
    expect(readEnv({ OIDC_DOMAIN: "Example.COM" }).oidcDomain).toBe("example.com");
    for (const domain of ["@example.com", "ruth@example.com", "example", "*.example.com", "a.com,b.com"]) {
      expect(() => readEnv({ OIDC_DOMAIN: domain })).toThrow("OIDC_DOMAIN must be a mail domain");
    }
  });

  it.each(["~", "~/data", "~practice/data"])("DATA_DIR rejects %s, which only a shell expands", (folder) => {
    expect(() => readEnv({ DATA_DIR: folder })).toThrow(
      "DATA_DIR must not begin with ~, which only a shell replaces with a home folder: write the full path.",
    );
  });

  it.each([
    "imaps://office%40example.com:p%2Fw@mail.example.com/Bounces%2F2026",
    "imap://user:secret@[::1]:1143",
    "imap://user:secret@mail.example.com/",
  ])("BOUNCE_URL accepts %s", (bounceUrl) => {
    expect(readEnv({ BOUNCE_URL: bounceUrl }).bounceUrl).toBe(bounceUrl);
  });

  it.each([
    "smtp://user:secret@mail.example.com",
    "imaps://mail.example.com",
    "imaps://user@mail.example.com",
    "imaps://user:secret@",
    "imaps://user:secret@mail.example.com/?tls=false",
    "imaps://user:sec%ret@mail.example.com",
    "user:secret@mail.example.com",
  ])("BOUNCE_URL rejects %s and does not repeat it", (bounceUrl) => {
    expect(() => readEnv({ BOUNCE_URL: bounceUrl })).toThrow(
      "BOUNCE_URL must be a mailbox's address with a user name and a password",
    );
    expect(() => readEnv({ BOUNCE_URL: bounceUrl })).not.toThrow(/sec%?ret/);
  });

  it("SITE_URL loses its trailing slash", () => {
    expect(readEnv({ SITE_URL: "https://example.com/" }).siteUrl).toBe("https://example.com");
  });

  it.each(["10.0.0.0/33", "proxy", "10.0.0.1/8/2", "::1/129"])("TRUSTED_PROXIES rejects %s", (range) => {
    expect(() => readEnv({ TRUSTED_PROXIES: range })).toThrow("TRUSTED_PROXIES");
  });

  it("TRUSTED_PROXIES accepts IPv4 and IPv6 addresses and ranges", () => {
    expect(readEnv({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  });

  it("FORM_ORIGINS accepts https origins and normalizes them to the form that browsers send", () => {
    const value = "https://Landing.example.com/, https://forms.example.org:8443,https://a.example:443";
    expect(readEnv({ FORM_ORIGINS: value }).formOrigins).toEqual([
      "https://landing.example.com",
      "https://forms.example.org:8443",
      "https://a.example",
    ]);
  });

  it.each([
    "http://landing.example.com",
    "https://a.example/path",
    "https://a.example https://b.example",
    "*",
    "null",
  ])("FORM_ORIGINS rejects %s", (origin) =>
    expect(() => readEnv({ FORM_ORIGINS: `https://a.example,${origin}` })).toThrow("FORM_ORIGINS"),
  );

  it("SHORTEN_ADDRESSES accepts only yes and no", () => {
    expect(readEnv({ SHORTEN_ADDRESSES: "yes" }).shortensAddresses).toBe(true);
    expect(readEnv({ SHORTEN_ADDRESSES: "no" }).shortensAddresses).toBe(false);
    expect(() => readEnv({ SHORTEN_ADDRESSES: "true" })).toThrow("SHORTEN_ADDRESSES must be yes or no.");
  });

  it("IDENTITY_PIXEL_URL accepts the https address of a script", () => {
    const address = "https://pixel.example.com/v1/p.js?site=12";
    expect(readEnv({ IDENTITY_PIXEL_URL: address }).identityPixelUrl).toBe(address);
  });

  it.each([
    "http://pixel.example.com/p.js",
    "//pixel.example.com/p.js",
    "https://user@pixel.example.com/p.js",
    "https://pixel.example.com/p.js#name",
    "https://*.example.com/p.js",
    "https://pixel.example.com:8443/p.js",
    "https://pixel.example.com;/p.js",
    "pixel",
  ])("IDENTITY_PIXEL_URL rejects %s", (address) =>
    expect(() => readEnv({ IDENTITY_PIXEL_URL: address })).toThrow("IDENTITY_PIXEL_URL"),
  );
});

describe("DATABASE_URL", () => {
  it.each(["postgres://practice@db1:5432,db2:5433/leads", "postgresql:///leads?host=/var/run/postgresql"])(
    "may be %s",
    (databaseUrl) => expect(readEnv({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl),
  );

  it("must be a PostgreSQL URL", () => {
    expect(() => readEnv({ DATABASE_URL: "mysql://db.example.com/leads" })).toThrow(
      "DATABASE_URL must be a postgres:// address.",
    );
  });

  it.each([
    ["postgres://db.example.com/leads", "postgres://db.example.com/leads?sslrootcert=%2Fetc%2Fca.pem"],
    ["postgres://db/leads?options=x", "postgres://db/leads?options=x&sslrootcert=%2Fetc%2Fca.pem"],
    ["postgres://db/leads?sslrootcert=/other.pem", "postgres://db/leads?sslrootcert=/other.pem"],
  ])("%s uses the certificates from PGSSLROOTCERT unless it sets its own", (databaseUrl, result) => {
    const variables = { DATABASE_URL: databaseUrl, PGSSLROOTCERT: "/etc/ca.pem" };
    expect(readEnv(variables).databaseUrl).toBe(result);
  });
});
