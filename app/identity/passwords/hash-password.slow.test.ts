import { hashPassword as hashWithScrypt } from "better-auth/crypto";
import { describe, expect, test } from "vitest";
import { hashPassword, isOutdatedHash, verifyPassword } from "./hash-password.server.ts";

describe("a hash", () => {
  test("is Argon2id at the cost that OWASP recommends, with its parameters", async () => {
    expect(await hashPassword("correct horse")).toMatch(
      /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });

  test("matches only its own password", async () => {
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword(hash, "correct horse")).toBe(true);
    expect(await verifyPassword(hash, "correct horsf")).toBe(false);
    expect(await verifyPassword(hash, "")).toBe(false);
  });

  test("differs each time @long", async () => {
    expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
  });

  test("matches the password in another Unicode composition @long", async () => {
    const hash = await hashPassword("caf\u00e9 au lait");
    expect(await verifyPassword(hash, "cafe\u0301 au lait")).toBe(true);
  });

  // Created by the reference implementation: argon2 somesaltsomesalt -id -t 2 -k 256 -p 1 -l 32 -e
  test("from the reference implementation is verified at its own cost", async () => {
    const reference =
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$yrdGtGIZk/3JHsUHh5gLQUqQppLwvGjf4Z+cJbPLqew";
    expect(await verifyPassword(reference, "password")).toBe(true);
    expect(await verifyPassword(reference, "passwort")).toBe(false);
    expect(isOutdatedHash(reference)).toBe(true);
  });
});

describe("a scrypt hash from before November 2026", () => {
  test("is still verified and is outdated @long", async () => {
    const hash = await hashWithScrypt("correct horse");
    expect(await verifyPassword(hash, "correct horse")).toBe(true);
    expect(await verifyPassword(hash, "something else")).toBe(false);
    expect(isOutdatedHash(hash)).toBe(true);
    expect(isOutdatedHash(await hashPassword("correct horse"))).toBe(false);
  });
});

test.each(["", "x", "$argon2id$v=19$m=47104,t=1,p=1$short$short", "$2b$10$abcdefghijklmnopqrstuv", "0:0"])(
  "an invalid hash matches no password: %j",
  async (text) => {
    expect(await verifyPassword(text, "")).toBe(false);
    expect(await verifyPassword(text, text)).toBe(false);
  },
);
