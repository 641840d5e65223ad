import { expect, test } from "vitest";
import { readSource } from "#tests/fences/source-files.ts";
import { wordsOf } from "#tests/spec/markup.ts";
import { renderExportIndex } from "./export-index.tsx";

const recordedAt = new Date("2026-03-01T18:00:00Z");

const entry = {
  position: 1,
  kind: "release",
  release: 1,
  recordedAt,
  author: "Deployment",
  approver: "None",
  reason: "Deployment of a new build",
  build: null,
  siteDigest: "digest",
  previousHash: null,
  hash: "a".repeat(64),
} as const;
const page = {
  title: "About us",
  path: "/about",
  file: "site/about/index.html",
  since: recordedAt,
  approver: "cora@example.com, entry 1",
};

function render(): string {
  const others = ["claims.html"];
  return renderExportIndex({
    at: recordedAt,
    entry,
    release: entry,
    pages: [page],
    pagesWithClaims: new Set(),
    others,
  });
}

test("the steps for checking an export precede its contents", () => {
  const html = render();
  const [before = "", after = ""] = html.split("<h2>Contents</h2>");
  expect(before).toContain("<h2>How to check this package</h2>");
  expect(before.match(/<li>/g)).toHaveLength(3);
  const words = wordsOf(before);
  for (const part of [
    "nodejs.org",
    "On Windows, ",
    "On macOS, ",
    "node verify.mjs",
    "Good result:",
    "Bad result:",
  ]) {
    expect(words).toContain(part);
  }
  expect(wordsOf(after)).toContain("About us /about Mar 1, 2026, 12:00 PM CST cora@example.com, entry 1");
});

test("the steps quote what the program prints", () => {
  const program = readSource("app/compliance/site-export/verify-export.server.mjs");
  const results = ["The export is intact", "The export is not intact", ": it cannot be read"];
  for (const result of results) {
    expect(wordsOf(render())).toContain(result);
    expect(program).toContain(result);
  }
});
