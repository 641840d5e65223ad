import { expect, test } from "vitest";
import { describeAuthors } from "./entry-authors.ts";

const release = {
  kind: "release",
  position: 4,
  author: "avery@example.com",
  approver: "cora@example.com",
} as const;

test("a release has its author and approver", () => {
  expect(describeAuthors(release, release)).toEqual({
    author: "avery@example.com",
    approver: "cora@example.com",
  });
});

test("a release by deployment was approved by no person here", () => {
  const deployed = { ...release, author: "deployment", approver: "deployment" };
  expect(describeAuthors(deployed, deployed).approver).toBe(
    "deployment, without a person who approved it here",
  );
});

test("a change within a release names who wrote and approved its texts", () => {
  const state = { kind: "state", position: 7, author: "deployment", approver: "deployment" } as const;
  const { author, approver } = describeAuthors(state, release);
  expect(author).toMatch(/^avery@example\.com for the release in entry 4\. Since then, a live event/);
  expect(approver).toMatch(/^cora@example\.com for the release in entry 4\. .* without a separate approval$/);
});
