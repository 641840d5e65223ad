import { describe, expect, test } from "vitest";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { describeTarget, explainConnectionProblem, readDatabaseUrl } from "./database-url.server.ts";

describe("DATABASE_URL", () => {
  test.each([
    ["postgres://practice:secret@db.example.com/leads", "the database leads at db.example.com:5432"],
    ["postgresql://practice:secret@db.example.com:6543/leads", "the database leads at db.example.com:6543"],
    ["postgres://practice:se%2Fc%40ret@[::1]:6543/leads?sslmode=require", "the database leads at [::1]:6543"],
    ["postgres://practice@localhost", "the database practice at localhost:5432"],
    ["postgres:///leads?host=/var/run/postgresql", "the database leads at /var/run/postgresql"],
  ])("%s is described as %s", (url, description) => {
    expect(describeTarget(readDatabaseUrl(url))).toBe(description);
  });

  test.each([
    "postgres://practice:sec/ret@db.example.com/leads",
    "postgres://practice:sec?ret@db.example.com/leads",
    "postgres://practice:12#ret@db.example.com/leads",
    "postgres://practice:sec#ret@db.example.com/leads",
    "mysql://practice:secret@db.example.com/leads",
    "db.example.com",
  ])("%s is refused without repeating anything of it", (url) => {
    expect(() => readDatabaseUrl(url)).toThrow(StartupProblem);
    expect(() => readDatabaseUrl(url)).toThrow(/^DATABASE_URL cannot be read: it has the form postgres:/);
  });

  test("a host with several addresses, none of which answers, is one problem", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const target = readDatabaseUrl("postgres://practice:secret@db.example.com/leads");
    expect(explainConnectionProblem(new AggregateError([refused, refused]), target)).toMatchObject({
      message:
        "Nothing answers at db.example.com:5432, where DATABASE_URL points: start that PostgreSQL server or correct the address.",
    });
  });
});
