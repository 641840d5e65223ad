import { expect, test, vi } from "vitest";
import { isUuid } from "#app/platform/text/uuid.ts";
import { newKey } from "./new-key.client.ts";

test("a key is a random UUID of version 4", () => {
  const keys = Array.from({ length: 200 }, newKey);
  for (const key of keys) {
    expect(isUuid(key)).toBe(true);
    expect(key).toMatch(/^.{14}4.{4}8.{16}$/);
  }
  expect(new Set(keys).size).toBe(200);
});

test("a key needs no API that is limited to HTTPS pages", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(isUuid(newKey())).toBe(true);
});
