import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadEnvFile } from "./env-file.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-env-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, ".env");

function load(text: string, environment: Record<string, string> = {}) {
  writeFileSync(file, text);
  return { problem: loadEnvFile(file, environment), environment };
}

test("adds settings from the file; existing environment variables take precedence", () => {
  const text =
    '\uFEFF# a comment\r\n\r\nPORT=8080\nSITE_URL="https://www.example.com" # public\nexport HOST = ::1\nSMTP_URL=\n';
  const { problem, environment } = load(text, { PORT: "9090" });
  expect(problem).toBeUndefined();
  expect(environment).toEqual({
    PORT: "9090",
    SITE_URL: "https://www.example.com",
    HOST: "::1",
    SMTP_URL: "",
  });
});

test("the example file is valid without changes", async () => {
  const { readFileSync } = await import("node:fs");
  const { problem, environment } = load(readFileSync(".env.example", "utf8"));
  expect(problem).toBeUndefined();
  expect(environment).toMatchObject({ PORT: "3000", DATABASE_URL: "" });
});

test.each([
  "PORT 8080",
  "SESSION_SECRET=abc#def",
  "SITE-URL=https://a.example",
  '="x"',
  'SESSION_SECRET="not closed',
  "SITE_URL='x' y",
])("reports an invalid line by number, without its content: %s", (line) => {
  const { problem, environment } = load(`PORT=1\n${line}\n`);
  expect(problem).toBe(
    `Line 2 of ${file} is not a setting: write NAME=value on one line, quotes around a value with #, and # before a comment.`,
  );
  expect(environment).toEqual({});
});

test("ignores a missing file and reports an unreadable one", () => {
  const environment = {};
  expect(loadEnvFile(join(folder, "none"), environment)).toBeUndefined();
  expect(loadEnvFile(folder, environment)).toMatch(/^The settings file .+ cannot be read \(EISDIR.+\): /);
  expect(environment).toEqual({});
});

test("an empty value followed by spaces does not include the next line", () => {
  const { environment } = load("DATA_DIR=  \nDATABASE_URL=postgres://db.example/site\n");
  expect(environment).toEqual({ DATA_DIR: "", DATABASE_URL: "postgres://db.example/site" });
});
