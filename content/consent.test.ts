import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { consentWordings, currentConsentVersion } from "./consent.ts";

/** Receipts name these versions, so their words never change. A new version gets a new line here. */
const digests: Readonly<Record<string, string>> = {
  "2026-11-21": "0bbbf55356fa04b9",
};

test("every version of the words beside the boxes says what it said when it was published", () => {
  const now = Object.entries(consentWordings).map(([version, words]) => [
    version,
    createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 16),
  ]);
  expect(Object.fromEntries(now)).toEqual(digests);
});

test("forms show the latest version", () => {
  expect(currentConsentVersion).toBe(Object.keys(consentWordings).toSorted().at(-1));
});
