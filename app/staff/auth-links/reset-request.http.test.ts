import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { describe, expect, test } from "vitest";
import type { LinkKind } from "#app/data/schema/staff.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();
const keys = createIdentityKeys(testKeyRing);
const email = "person@example.com";
const password = "a password for tests";

describe("a request for a new password", () => {
  const ask = (address: string, from = newAddress()) =>
    site.postForm("/auth/reset", { email: address }, {}, from);

  test("has the same response for known and unknown addresses", async () => {
    await signedIn(site.db, { role: "staff", email });
    const known = await ask(email);
    const unknown = await ask("nobody@example.com");
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const text = await known.text();
    expect(await unknown.text()).toBe(text);
    expect(text).toMatch(
      /role="status"[^>]*>If an account with this address exists, your administrator can give you a link/,
    );
    expect(text).not.toContain("we have sent it a link");
    expect(await site.db.selectFrom("letters").select(["kind", "recipient"]).execute()).toEqual([
      { kind: "account-reset", recipient: email },
    ]);
  });

  test("sends a mailbox at most three emails an hour, and the response does not reveal it", async () => {
    await signedIn(site.db, { role: "staff", email });
    const responses = [];
    for (let times = 1; times <= 5; times += 1) responses.push(await (await ask(email)).text());
    expect(new Set(responses).size).toBe(1);
    expect(await site.db.selectFrom("letters").select("id").execute()).toHaveLength(3);
    // The newest link works, so requests by strangers do not lock out the owner of the account.
    expect((await site.request(await newestLink("reset"))).status).toBe(200);
  });

  test("is not disabled by requests for other addresses of the same mailbox @long", async () => {
    await withinOneWindow();
    await signedIn(site.db, { role: "owner", email });
    for (let times = 1; times <= 3; times += 1) {
      const other = `person+${times}@example.com`;
      await ask(other);
      // A stranger's sign-up with such an address does not count either.
      await site.postForm("/auth", { intent: "sign-up", email: other, password }, {}, newAddress());
      await ask(other);
    }
    await ask(email);
    const emails = await site.db.selectFrom("letters").select(["kind", "recipient"]).execute();
    expect(emails).toContainEqual({ kind: "account-reset", recipient: email });
    expect(emails.filter(({ recipient }) => recipient !== email)).toHaveLength(3);
    expect((await site.request(await newestLink("reset"))).status).toBe(200);
  });

  test("at the limit keeps the newest link, and sends another after that link was used", async () => {
    await withinOneWindow();
    await signedIn(site.db, { role: "staff", email });
    for (let times = 1; times <= 4; times += 1) await ask(email);
    const newest = await newestLink("reset");
    expect((await post(newest, { password: "another password for tests" })).status).toBe(200);
    await ask(email);
    expect(await newestLink("reset")).not.toBe(newest);
    expect((await site.request(await newestLink("reset"))).status).toBe(200);
  });

  test("limits links of an account in windows of at most an hour", () => {
    expect(authenticationLimits.resetLinksByMailbox.windowMinutes).toBeLessThanOrEqual(60);
  });

  test("records requests for unknown addresses once in the audit log, without the address", async () => {
    const from = newAddress();
    for (let times = 1; times <= 5; times += 1) {
      await ask(`stranger-${times}@example.org`, from);
      const again = { intent: "send-again", email: `stranger-${times}@example.org` };
      await site.postForm("/auth", again, {}, from);
    }
    const events = await site.db.selectFrom("auditEvents").selectAll().execute();
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      "confirmation-requested",
      "password-reset-requested",
    ]);
    expect(JSON.stringify(events)).not.toContain("stranger-");
  });

  test("records the first refusal of an account in the audit log, without the address", async () => {
    await withinOneWindow();
    await signedIn(site.db, { role: "staff", email });
    for (let times = 1; times <= 5; times += 1) await ask(email);
    const events = await site.db.selectFrom("auditEvents").selectAll().execute();
    expect(events.filter(({ action }) => action === "sign-in-refused")).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  test("is limited by client address", async () => {
    await withinOneWindow();
    const from = newAddress();
    const statuses = [];
    for (let at = 1; at <= 21; at += 1) statuses.push((await ask(`person-${at}@example.com`, from)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  test("requires a valid address", async () => {
    const response = await ask("nobody");
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(/Please enter a valid email address/);
  });
});

async function newestLink(kind: LinkKind): Promise<string> {
  const { id } = await site.db
    .selectFrom("staffLinks")
    .select("id")
    .where("kind", "=", kind)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return `${accountPaths[kind]}/${keys.linkToken(kind, id)}`;
}

function post(path: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, {}, newAddress());
}
