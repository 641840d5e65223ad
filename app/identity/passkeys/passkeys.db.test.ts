import { expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./passkeys.server.ts";

const { db } = testDatabase();
const deps = { db, outbox: createOutbox(() => {}) };

test("lists an account’s own passkeys, oldest first", async () => {
  const [ruth, joan] = [await newAccount(), await newAccount()];
  await addPasskey(db, ruth.id, { id: "new", createdAt: new Date("2026-11-20T18:00:00Z") });
  await addPasskey(db, ruth.id, { id: "old", createdAt: new Date("2026-11-01T18:00:00Z") });
  await addPasskey(db, joan.id, { id: "hers", createdAt: new Date("2026-11-01T18:00:00Z") });
  const listed = await listPasskeys(db, ruth.id);
  expect(listed.map(({ id, isSynced }) => [id, isSynced])).toEqual([
    ["old", true],
    ["new", true],
  ]);
  expect(JSON.stringify(listed)).not.toContain("a public key");
});

test("lets only the owner rename and remove a passkey", async () => {
  const [ruth, joan] = [await newAccount(), await newAccount()];
  await addPasskey(db, ruth.id, { id: "phone", createdAt: new Date() });
  const unknown = { ok: false, reason: "unknown" };
  expect(await renamePasskey(deps, joan, { id: "phone", name: "mine" })).toEqual(unknown);
  expect(await removePasskey(deps, joan, "phone")).toEqual(unknown);
  expect(await renamePasskey(deps, ruth, { id: "phone", name: "My phone" })).toEqual({ ok: true });
  expect(await listPasskeys(db, ruth.id)).toMatchObject([{ name: "My phone" }]);
  expect(await removePasskey(deps, ruth, "phone")).toEqual({ ok: true });
  expect(await removePasskey(deps, ruth, "phone")).toEqual(unknown);
  expect(await listPasskeys(db, ruth.id)).toEqual([]);
  expect(await db.selectFrom("auditEvents").select(["action", "actorId"]).execute()).toEqual([
    { action: "passkey-renamed", actorId: ruth.id },
    { action: "passkey-removed", actorId: ruth.id },
  ]);
  expect(await db.selectFrom("letters").select(["kind", "recipient"]).execute()).toEqual([
    { kind: "account-changed", recipient: ruth.email },
  ]);
});

async function newAccount() {
  const { accountId, email } = await signedIn(db, { role: "staff" });
  return { id: accountId, email };
}
