import { expect, test } from "vitest";
import { explainSystemError } from "../src/installation.ts";

test.each([
  ["ENOSPC", "There is no space left for the data folder /data: free some space and start again."],
  ["EROFS", "The data folder /data is on a file system that is mounted read-only."],
  ["EACCES", "The data folder /data cannot be used (EACCES): give this user write access"],
])("the system error %s is explained", (code, message) => {
  const error = Object.assign(new Error(code), { code, syscall: "mkdir" });
  expect(String(explainSystemError(error, "/data"))).toContain(message);
});

test("another error is returned unchanged", () => {
  const error = new Error("a fault");
  expect(explainSystemError(error, "/data")).toBe(error);
});
