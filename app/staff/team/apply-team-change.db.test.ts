import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { applyTeamChange } from "./apply-team-change.server.ts";
import { refusalTexts } from "./team.messages.ts";

const { db } = testDatabase();

// The endpoint checks the permission first. These requests lose it between that check and the transaction.
test.each<[string, Record<string, string>]>([
  ["approve", { role: "owner" }],
  ["decline", {}],
  ["change", { role: "owner" }],
  ["remove", {}],
  ["invite", { email: "new@example.com", role: "owner" }],
])("refuses a change by a former owner, with the reason: %s", async (change, fields) => {
  const former = await signedIn(db, { role: "staff" });
  const { accountId } = await signedIn(db, { role: "pending" });
  const form = new FormData();
  for (const [name, value] of Object.entries({ change, of: accountId, ...fields })) form.set(name, value);
  const outcome = await applyTeamChange(
    {
      db,
      clock: { now: () => new Date() },
      outbox: { put: () => Promise.resolve(), wake: () => {} },
      isProduction: true,
    },
    form,
    {
      actor: { kind: "staff", id: former.accountId, email: former.email },
      clientAddress: "198.18.0.7",
    },
  );
  expect(outcome).toMatchObject({ ok: false, status: 403, state: { refusal: refusalTexts["not-allowed"] } });
  expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
});
