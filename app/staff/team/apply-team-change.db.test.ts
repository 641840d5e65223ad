import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { carryOutChange } from "./apply-team-change.server.ts";
import { refusalTexts } from "./team.messages.ts";

const { db } = testDatabase();

// The door asks first. These come after it, in the moment in which somebody else takes the right away.
test.each<[string, Record<string, string>]>([
  ["approve", { role: "owner" }],
  ["decline", {}],
  ["change", { role: "owner" }],
  ["remove", {}],
  ["invite", { email: "new@example.com", role: "owner" }],
])("who is no owner any more since a moment is refused, and told why: %s", async (change, fields) => {
  const former = await signedIn(db, { role: "staff" });
  const { accountId } = await signedIn(db, { role: "pending" });
  const form = new FormData();
  for (const [name, value] of Object.entries({ change, of: accountId, ...fields })) form.set(name, value);
  const outcome = await carryOutChange(
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
