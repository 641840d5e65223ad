import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  consentWordings,
  currentConsentVersion,
  currentPreferenceVersion,
  preferenceWordings,
} from "./consent.ts";

/** Receipts name these versions, so their words never change. A new version gets a new line here. */
const digests: Readonly<Record<string, string>> = {
  "2026-11-21": "0bbbf55356fa04b9",
  "2026-11-22": "0f98297ba2984488",
  "2026-11-23": "dd5a1106536c861f",
};

/** Digests of the preference page wordings. */
const preferenceDigests: Readonly<Record<string, string>> = {
  "2026-11-22": "403e54e89dbeebbd",
};

test.each([
  ["forms", consentWordings, digests],
  ["the preference page", preferenceWordings, preferenceDigests],
])("every wording version of %s is unchanged since publication", (_where, wordings, published) => {
  const now = Object.entries(wordings).map(([version, words]) => [
    version,
    createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 16),
  ]);
  expect(Object.fromEntries(now)).toEqual(published);
});

test("forms and the preference page show the latest version", () => {
  expect(currentConsentVersion).toBe(Object.keys(consentWordings).toSorted().at(-1));
  expect(currentPreferenceVersion).toBe(Object.keys(preferenceWordings).toSorted().at(-1));
});
