import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { type SignedIn, signedIn } from "#tests/kit/signed-in.ts";
import { applyTeamChange } from "./apply-team-change.server.ts";
import { refusalTexts } from "./team.messages.ts";
import type { TeamChange } from "./team-changes.ts";

const { db } = testDatabase();

async function apply(
  { accountId: id, email, sessionId }: SignedIn,
  change: TeamChange,
  fields: Record<string, string>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ change, ...fields })) form.set(name, value);
  return applyTeamChange(
    {
      db,
      clock: { now: () => new Date() },
      outbox: { put: () => Promise.resolve(), wake: () => {} },
      isProduction: true,
    },
    form,
    { actor: { kind: "staff", id, email, sessionId }, clientAddress: "198.18.0.7" },
  );
}

const notAllowed = { ok: false, status: 403, state: { refusal: refusalTexts["not-allowed"] } };

// The endpoint checks the session and its permission first. These requests lose either between that check and the transaction.
describe.each<[TeamChange, Record<string, string>]>([
  ["approve", { role: "owner" }],
  ["decline", {}],
  ["change", { role: "owner" }],
  ["remove", {}],
  ["reset-second-factor", {}],
  ["end-sessions", {}],
  ["invite", { email: "new@example.com", role: "owner" }],
  ["second-factor-rules", { shown: "" }],
  ["lead-access", { "may-view-leads": "on" }],
  ["lead-rotation", { "took-leads": "" }],
])("the change %s is refused, with the reason,", (change, fields) => {
  test("to a former owner", async () => {
    const former = await signedIn(db, { role: "staff" });
    const { accountId } = await signedIn(db, { role: "pending" });
    expect(await apply(former, change, { of: accountId, ...fields })).toMatchObject(notAllowed);
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });

  test("to an owner whose session has ended", async () => {
    const owner = await signedIn(db, { role: "owner" });
    const { accountId } = await signedIn(db, { role: "pending" });
    await db.deleteFrom("staffSessions").where("id", "=", owner.sessionId).execute();
    expect(await apply(owner, change, { of: accountId, ...fields })).toMatchObject(notAllowed);
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  });
});

test.each<TeamChange>(["send-again", "withdraw"])(
  "the change %s is refused to an owner whose session has ended",
  async (change) => {
    const owner = await signedIn(db, { role: "owner" });
    await apply(owner, "invite", { email: "new@example.com", role: "staff" });
    const readInvitations = () => db.selectFrom("staffLinks").select(["id", "expiresAt"]).execute();
    const before = await readInvitations();
    await db.deleteFrom("staffSessions").where("id", "=", owner.sessionId).execute();
    expect(await apply(owner, change, { of: before[0]?.id ?? "" })).toMatchObject(notAllowed);
    expect(await readInvitations()).toEqual(before);
  },
);
