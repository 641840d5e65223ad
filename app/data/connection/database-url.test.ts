import { describe, expect, test } from "vitest";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import {
  connectionsTo,
  describeTarget,
  explainConnectionProblem,
  readDatabaseUrl,
} from "./database-url.server.ts";

describe("DATABASE_URL", () => {
  test.each([
    ["postgres://practice:secret@db.example.com/leads", "the database leads at db.example.com:5432"],
    ["postgresql://practice:secret@db.example.com:6543/leads", "the database leads at db.example.com:6543"],
    ["postgres://practice:se%2Fc%40ret@[::1]:6543/leads?sslmode=require", "the database leads at [::1]:6543"],
    ["postgres://practice@localhost", "the database practice at localhost:5432"],
    ["postgres:///leads?host=/var/run/postgresql", "the database leads at /var/run/postgresql"],
    [
      "postgresql://practice:secret@db1.example.com:6543,db2.example.com,[2001:db8::5]:6544/leads",
      "the database leads at db1.example.com:6543, db2.example.com:5432, [2001:db8::5]:6544",
    ],
    [
      "postgres://practice@/leads?host=db1.example.com,db2.example.com&port=6543",
      "the database leads at db1.example.com:6543, db2.example.com:6543",
    ],
    [
      "postgres://practice@/leads?host=db1.example.com,db2.example.com&port=6543,6544&target_session_attrs=read-write",
      "the database leads at db1.example.com:6543, db2.example.com:6544",
    ],
  ])("%s is described as %s", (url, description) => {
    expect(describeTarget(readDatabaseUrl(url))).toBe(description);
  });

  test.each([
    "postgres://practice:sec/ret@db.example.com/leads",
    "postgres://practice:sec?ret@db.example.com/leads",
    "postgres://practice:12#ret@db.example.com/leads",
    "postgres://practice:sec#ret@db.example.com/leads",
    "postgres://practice:sec/ret@db1.example.com,db2.example.com/leads",
    "postgres://practice:secret@db1.example.com:65536,db2.example.com/leads",
    "postgres://practice:secret@db1.example.com,,db2.example.com/leads",
    "mysql://practice:secret@db.example.com/leads",
    "db.example.com",
  ])("%s is rejected with an error that quotes no part of it", (url) => {
    expect(() => readDatabaseUrl(url)).toThrow(StartupProblem);
    expect(() => readDatabaseUrl(url)).toThrow(/^DATABASE_URL is malformed: use the form postgres:/);
  });

  test("a host with several addresses that do not respond is one problem", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const target = readDatabaseUrl("postgres://practice:secret@db.example.com/leads");
    expect(explainConnectionProblem(new AggregateError([refused, refused]), target)).toMatchObject({
      message:
        "No server responds at db.example.com:5432 (from DATABASE_URL): start that PostgreSQL server or correct the address.",
    });
  });

  test("rejects a URL that requests a read-only server", () => {
    expect(() => readDatabaseUrl("postgres://db1,db2/leads?target_session_attrs=prefer-standby")).toThrow(
      "DATABASE_URL has target_session_attrs=prefer-standby, and this program writes: remove it, or set it to read-write.",
    );
  });
});

describe("TLS to the database", () => {
  test.each([
    ["postgres://db.example.com/leads", "verified"],
    ["postgres://10.0.0.5/leads", "verified"],
    ["postgres://db.example.com/leads?sslmode=verify-full", "verified"],
    ["postgres://db.example.com/leads?sslmode=require", "verified"],
    ["postgres://db.example.com/leads?sslmode=prefer", "verified"],
    ["postgres://db.example.com/leads?ssl=true", "verified"],
    ["postgres://db.example.com/leads?sslnegotiation=direct", "verified"],
    ["postgres://db.example.com/leads?uselibpqcompat=true&sslmode=require", "verified"],
    ["postgres://db.example.com/leads?sslmode=no-verify", "unverified"],
    ["postgres://db.example.com/leads?sslmode=disable", "none"],
    ["postgres://localhost/leads", "none"],
    ["postgres://[::1]/leads", "none"],
    ["postgres:///leads?host=/var/run/postgresql", "none"],
    ["postgres://localhost/leads?sslmode=require", "verified"],
  ])("%s is %s", (url, tls) => {
    const [server] = connectionsTo(url);
    const { ssl } = server ?? {};
    const actual = ssl === false ? "none" : rejects(ssl) ? "verified" : "unverified";
    expect(actual).toBe(tls);
    expect(readDatabaseUrl(url).servers[0]?.tls).toBe(tls);
  });

  test("each server gets the user, password and database of the URL", () => {
    const url =
      "postgres://practice:s%2Fecret@db1.example.com,localhost:6543/leads?ssl=0&application_name=web&options=-c%20work_mem%3D8MB";
    const shared = {
      user: "practice",
      password: "s/ecret",
      database: "leads",
      application_name: "web",
      options: "-c work_mem=8MB",
      ssl: false,
    };
    expect(connectionsTo(url)).toEqual([
      { ...shared, host: "db1.example.com", port: 5432 },
      { ...shared, host: "localhost", port: 6543 },
    ]);
  });

  test("names an unknown sslmode", () => {
    expect(() => readDatabaseUrl("postgres://db.example.com/leads?sslmode=verify")).toThrow(
      "DATABASE_URL has sslmode=verify, which does not exist: use verify-full, no-verify or disable.",
    );
  });

  test("names a certificate file that cannot be read", () => {
    expect(() => connectionsTo("postgres://db.example.com/leads?sslrootcert=/nowhere/ca.pem")).toThrow(
      "The file /nowhere/ca.pem, named by sslrootcert, cannot be read (ENOENT): correct the path or the file’s permissions.",
    );
  });
});

/** Whether an unverifiable certificate closes the connection. */
function rejects(ssl: ReturnType<typeof connectionsTo>[number]["ssl"]): boolean {
  return typeof ssl === "object" && ssl.rejectUnauthorized === true;
}
