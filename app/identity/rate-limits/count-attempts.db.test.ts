import { expect, test } from "vitest";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { countAttempts } from "./count-attempts.server.ts";

const { db } = testDatabase();
const deps = {
  db,
  clock: { now: () => new Date("2026-11-21T12:00:00Z") },
  keys: { limitKey: (...parts: readonly string[]) => parts.join(" ") },
};
const signIn = (email: string) =>
  countAttempts(deps, [
    { limit: "passwordsByAddress", of: "203.0.113.9" },
    { limit: "passwordsByAccount", of: email },
  ]);

test("an address over its limit adds no rows for the accounts that it names", async () => {
  const { most } = authenticationLimits.passwordsByAddress;
  for (let tried = 0; tried < most; tried += 1) {
    expect(await signIn(`person${tried}@example.com`)).toBe("within");
  }
  expect(await signIn("next@example.com")).toBe("first-refusal");
  expect(await signIn("another@example.com")).toBe("refused");
  expect(await db.selectFrom("rateLimits").select("key").execute()).toHaveLength(most + 1);
});
