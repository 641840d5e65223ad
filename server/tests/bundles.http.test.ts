import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** What stands in the server's code and says that some of it has come along. */
const serverOnly = [
  // Settings that hold secrets, and what keys are derived for.
  "SESSION_SECRET",
  "DATABASE_URL",
  "SMTP_URL",
  "identity: ",
  "abuse check: ",
  "audit log: persons",
  // The libraries that hold them, and the language of the database.
  "argon2",
  "better-auth",
  "staff_sessions",
  "insert into",
  // The list of common passwords.
  "qwertyuiop",
] as const;

const bundles = ["build/client/assets", "build/islands/assets"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name)),
);

describe("what the build makes for browsers", () => {
  test("is there to be looked at", () => {
    expect(bundles.length).toBeGreaterThan(10);
  });

  test.each(bundles)("%s holds nothing of the server", (bundle) => {
    const code = readFileSync(bundle, "utf8");
    expect(serverOnly.filter((words) => code.includes(words))).toEqual([]);
  });

  test("would be found out: each of these stands in the server's own build", () => {
    const folder = "build/server/assets";
    const code = readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .concat(readFileSync("build/server/main.js", "utf8"))
      .join("\n");
    expect(serverOnly.filter((words) => !code.includes(words))).toEqual([]);
  });

  test("the server bundle contains its build time for the clock check", () => {
    const folder = "build/server/assets";
    const program = readdirSync(folder).find((name) => name.startsWith("program-")) ?? "";
    const [, builtAt = ""] = /"BUILT_AT": "([^"]+)"/.exec(readFileSync(join(folder, program), "utf8")) ?? [];
    expect(new Date(builtAt).toString()).not.toBe("Invalid Date");
  });
});
