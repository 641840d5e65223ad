import { expect, test } from "vitest";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { openDraft, sealDraft } from "./change-draft.server.ts";
import type { ChangeState } from "./team.schema.ts";

const keys = createIdentityKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"]));
const chosen: ChangeState = {
  change: "invite",
  of: "",
  values: { email: "new@example.com", role: "examiner", ends: "2026-12-31" },
  errors: {},
};

test("what was chosen comes back as it was, and nobody can read it on the way", () => {
  const draft = sealDraft(keys, "u1", chosen);
  expect(openDraft(keys, "u1", draft)).toEqual(chosen);
  expect(Buffer.from(draft, "base64url").toString("latin1")).not.toContain("example.com");
});

test.each([
  ["nobody brought", null],
  ["somebody made up", "AAAA"],
  ["is empty", ""],
  ["was sealed for another person", sealDraft(keys, "u2", chosen)],
  [
    "was changed on the way",
    sealDraft(keys, "u1", chosen).replace(/^./, (first) => (first === "A" ? "B" : "A")),
  ],
  // An authenticator's secret is sealed for the account itself.
  ["was sealed for something else", keys.seal("u1", JSON.stringify(chosen))],
])("a draft that %s is none", (_, draft) => {
  expect(openDraft(keys, "u1", draft)).toBeUndefined();
});
