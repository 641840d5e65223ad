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

test("settings of the file are added, and the real environment wins", () => {
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

test("the example file can be copied as it is", async () => {
  const { readFileSync } = await import("node:fs");
  const { problem, environment } = load(readFileSync(".env.example", "utf8"));
  expect(problem).toBeUndefined();
  expect(environment).toMatchObject({ PORT: "3000", DATABASE_URL: "" });
});

test.each([
  "PORT 8080",
  "SITE-URL=https://a.example",
  '="x"',
  'SESSION_SECRET="not closed',
  "SITE_URL='x' y",
])("a line that is not a setting is named by its number, without its content: %s", (line) => {
  const { problem, environment } = load(`PORT=1\n${line}\n`);
  expect(problem).toBe(
    `Line 2 of ${file} is not a setting: write NAME=value on one line, and # before a comment.`,
  );
  expect(environment).toEqual({});
});

test("a file that is not there changes nothing, and one that cannot be read is named", () => {
  const environment = {};
  expect(loadEnvFile(join(folder, "none"), environment)).toBeUndefined();
  expect(loadEnvFile(folder, environment)).toMatch(/^The settings file .+ cannot be read \(EISDIR.+\): /);
  expect(environment).toEqual({});
});
