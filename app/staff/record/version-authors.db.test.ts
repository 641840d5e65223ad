import { expect, test } from "vitest";
import type { PageVersion } from "#app/compliance/archive/find-captures.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { describeAuthors } from "./version-authors.server.ts";

const { db } = testDatabase();

const approved: PageVersion = {
  kind: "release",
  number: 1,
  position: 2,
  release: 2,
  recordedAt: new Date("2026-03-01T18:00:00Z"),
  until: null,
  author: "avery@example.com",
  approver: "cora@example.com",
  reason: "Release 2. A new sentence",
  build: null,
  hash: "hash of the entry",
  path: "/",
  title: "Home",
  contentHash: "content 1",
  responseHash: "response",
  textHash: "text 1",
};
const state: PageVersion = { ...approved, kind: "state", number: 2, position: 3, textHash: "text 2" };
const build: PageVersion = {
  ...approved,
  number: 3,
  position: 4,
  release: 4,
  author: "deployment",
  approver: "deployment",
  textHash: "text 2",
};

test.each([
  ["a release", [approved], "avery@example.com", "cora@example.com"],
  [
    "a new build with the same words",
    [approved, state, build],
    "Text of version 1 (Mar 1, 2026, 12:00 PM CST): avery@example.com. Later releases have not changed it.",
    "Text of version 1 (Mar 1, 2026, 12:00 PM CST): cora@example.com. Since then, a live event, a sign-up or a date change has updated this page. Such updates need no separate approval. Later releases have not changed it.",
  ],
  [
    "a new build with other words",
    [approved, state, { ...build, textHash: "text 3" }],
    "Deployment",
    "Published by deployment, without an approval in this system.",
  ],
  [
    "the page of a new live event",
    [{ ...state, number: 1 }],
    "This text comes from a live event, not from a release. No colleague has changed a live event since the previous version, so a sign-up or a date change updated the page.",
    "No separate approval needed: live events, sign-ups and date changes update pages without a release.",
  ],
] as const)("%s has the author and the approver of its words", async (_, versions, author, approver) => {
  const shown = versions.at(-1) ?? approved;
  expect(await describeAuthors(db, shown, versions)).toEqual([
    ["Written by", author],
    ["Approved by", approver],
  ]);
});
