import { describe, expect, test } from "vitest";
import type { SessionView } from "#app/identity/sessions/session-events.ts";
import { testApp } from "#tests/kit/app.ts";
import { sessionCookie, signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

describe("the session endpoint", () => {
  test("returns the specified fields without a token", async () => {
    const { accountId, sessionId, email, cookie } = await signedIn(site.db, {
      role: "staff",
      assurance: "aal2",
    });
    const response = await ask(cookie);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const { endsAt, idleEndsAt } = await getEnds(sessionId);
    // Our own endpoint returns this type.
    const session = (await response.json()) as SessionView;
    expect(session).toEqual({
      id: sessionId,
      user: { id: accountId, email, name: "A staff member", role: "staff" },
      expires_at: endsAt,
      expires_in: session.expires_in,
      idle_expires_at: idleEndsAt,
      token_type: "cookie",
      assurance: "aal2",
    });
    expect(session.expires_in).toBeGreaterThan(35_000);
    expect(session.expires_in).toBeLessThanOrEqual(36_000);
    const { token } = await site.db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
    expect(JSON.stringify(session)).not.toContain(token);
  });

  test("omits the role until the second factor is verified", async () => {
    const half = await signedIn(site.db, { role: "owner", hasAuthenticator: true });
    expect(await (await ask(half.cookie)).json()).toMatchObject({ user: { id: half.accountId, role: null } });
    await site.db.insertInto("staffSecondFactorRules").values({ role: "staff", isRequired: true }).execute();
    const unenrolled = await signedIn(site.db, { role: "staff" });
    expect(await (await ask(unenrolled.cookie)).json()).toMatchObject({ user: { role: null } });
    const shown = await signedIn(site.db, { role: "owner", hasAuthenticator: true, assurance: "aal2" });
    expect(await (await ask(shown.cookie)).json()).toMatchObject({ user: { role: "owner" } });
  });

  test("does not extend the session", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", usedMinutesAgo: 30 });
    const lastUse = () => site.db.selectFrom("staffSessions").select("lastUsedAt").executeTakeFirstOrThrow();
    const before = await lastUse();
    await ask(cookie);
    expect(await lastUse()).toEqual(before);
    await site.request("/admin", { headers: { cookie } });
    expect(await lastUse()).not.toEqual(before);
  });

  test.each([
    ["no cookie", () => Promise.resolve("")],
    ["an unknown session", () => Promise.resolve(sessionCookie("made-up"))],
    ["an invalid cookie", () => Promise.resolve("practice.session_token=%%%")],
    [
      "an expired session",
      async () => (await signedIn(site.db, { role: "owner", endsInMinutes: -1 })).cookie,
    ],
    ["an idle session", async () => (await signedIn(site.db, { role: "owner", usedMinutesAgo: 61 })).cookie],
  ])("refuses %s", async (_, createCookie) => {
    const response = await ask(await createCookie());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { kind: "signed-out" } });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("removes the cookie of an ended session on request", async () => {
    const gone = await ask(sessionCookie("made-up"), "?forget");
    expect(gone.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^practice\.session_token=; Max-Age=0;/),
    ]);
    expect((await ask("", "?forget")).headers.getSetCookie()).toEqual([]);
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const valid = await ask(cookie, "?forget");
    expect([valid.status, valid.headers.getSetCookie()]).toEqual([200, []]);
  });

  test("reports the role of an expired examiner as pending", async () => {
    const { cookie } = await signedIn(site.db, { role: "examiner", roleEndsInMinutes: -1 });
    expect(await (await ask(cookie)).json()).toMatchObject({ user: { role: "pending" } });
  });
});

/** Returns the ends of a session's row in seconds since 1970. */
async function getEnds(sessionId: string): Promise<{ endsAt: number; idleEndsAt: number }> {
  const { expiresAt, lastUsedAt } = await site.db
    .selectFrom("staffSessions")
    .select(["expiresAt", "lastUsedAt"])
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);
  return { endsAt: toSeconds(expiresAt), idleEndsAt: toSeconds(lastUsedAt) + 3_600 };
}

function ask(cookie: string, query = ""): Promise<Response> {
  return site.request(`/api/session${query}`, { headers: { cookie } });
}
