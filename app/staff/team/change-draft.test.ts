import { expect, test } from "vitest";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { openDraft, sealDraft } from "./change-draft.server.ts";
import type { ChangeState } from "./team.schema.ts";

const keys = createIdentityKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"]));
const state: ChangeState = {
  change: "invite",
  of: "",
  values: { email: "new@example.com", role: "examiner", ends: "2026-12-31" },
  errors: {},
};

test("restores the input of a form, which the sealed draft does not reveal", () => {
  const draft = sealDraft(keys, "u1", state);
  expect(openDraft(keys, "u1", draft)).toEqual(state);
  expect(Buffer.from(draft, "base64url").toString("latin1")).not.toContain("example.com");
});

test.each([
  ["is missing", null],
  ["is forged", "AAAA"],
  ["is empty", ""],
  ["was sealed for another person", sealDraft(keys, "u2", state)],
  ["was altered", sealDraft(keys, "u1", state).replace(/^./, (first) => (first === "A" ? "B" : "A"))],
  // Authenticator secrets are sealed for the account id.
  ["was sealed for another purpose", keys.seal("u1", JSON.stringify(state))],
])("ignores a draft that %s", (_, draft) => {
  expect(openDraft(keys, "u1", draft)).toBeUndefined();
});
