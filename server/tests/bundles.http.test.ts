import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Strings in the server's code that show that some of it is in a bundle. */
const serverOnly = [
  // Secret settings, and the purposes of derived keys.
  "SESSION_SECRET",
  "DATABASE_URL",
  "SMTP_URL",
  "identity: ",
  "abuse check: ",
  "audit log: persons",
  // Server-only libraries and SQL.
  "argon2",
  "better-auth",
  "staff_sessions",
  "insert into",
  // The parser and the schema of articles.
  "autolinkProtocol",
  "The label in the header's menu.",
  // The list of common passwords.
  "qwertyuiop",
] as const;

const bundles = ["build/client/assets", "build/islands/assets"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name)),
);

function readServerCode(): string {
  const folder = "build/server/assets";
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .concat(readFileSync("build/server/main.js", "utf8"))
    .join("\n");
}

describe("the bundles for browsers", () => {
  test("exist", () => {
    expect(bundles.length).toBeGreaterThan(10);
  });

  test.each(bundles)("%s contains no server code", (bundle) => {
    const code = readFileSync(bundle, "utf8");
    expect(serverOnly.filter((words) => code.includes(words))).toEqual([]);
  });

  test("the search strings all occur in the server's bundle", () => {
    const code = readServerCode();
    expect(serverOnly.filter((words) => !code.includes(words))).toEqual([]);
  });

  test("the server bundle contains its build time for the clock check", () => {
    const [, builtAt = ""] = /"BUILT_AT":\s*["`]([^"`]+)["`]/.exec(readServerCode()) ?? [];
    expect(new Date(builtAt).toString()).not.toBe("Invalid Date");
  });
});
