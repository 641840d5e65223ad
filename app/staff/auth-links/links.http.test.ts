import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { LinkKind } from "#app/data/schema/staff.ts";
import { inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import { allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { practice } from "#content/practice.ts";
import { testApp } from "#tests/kit/app.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { titleAndHeading } from "#tests/kit/title-and-heading.ts";

const site = testApp();
const keys = createIdentityKeys(testKeyRing);
const email = "person@example.com";
const password = "a password for tests";

const kinds = ["confirm", "reset", "invite"] as const;

describe("opening a link", () => {
  test.each(kinds)("changes nothing and does not leak its URL (%s)", async (kind) => {
    const path = await makeLink(kind);
    for (let times = 1; times <= 2; times += 1) {
      const response = await site.request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const html = await response.text();
      expect(html).toMatch(/content="noindex".*name="referrer" content="origin"/s);
      const { title, heading } = titleAndHeading(html);
      expect(title).toBe(heading);
    }
    const [link] = await site.db.selectFrom("staffLinks").select("usedAt").execute();
    expect(link).toEqual({ usedAt: null });
    expect(JSON.stringify(site.logged)).not.toContain(getToken(path));
  });

  test.each(kinds)(
    "displays the same page for used, expired, forged and other kinds of links (%s)",
    async (kind) => {
      const path = await makeLink(kind);
      const [start] = path.split(getToken(path));
      const id = getToken(path).split(".")[0] ?? "";
      const other = kinds.find((each) => each !== kind) ?? kind;
      const pages = [
        await site.request(`${start}nonsense`),
        await site.request(`${start}${id}.${"A".repeat(32)}`),
        await site.request(`${start}${keys.linkToken(other, id)}`),
      ];
      await site.db
        .updateTable("staffLinks")
        .set({ expiresAt: sql`now()` })
        .execute();
      pages.push(await site.request(path));
      await site.db
        .updateTable("staffLinks")
        .set({ expiresAt: sql`now() + interval '1 day'`, usedAt: sql`now()` })
        .execute();
      pages.push(await site.request(path));
      expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const texts = await Promise.all(pages.map((page) => page.text()));
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toMatch(/This link has expired.*class="btn" href="\/auth/s);
      expect(titleAndHeading(texts[0] ?? "")).toEqual({
        title: "This link has expired",
        heading: "This link has expired",
      });
    },
  );

  test.each(kinds)("and submitting it after it expired changes nothing (%s)", async (kind) => {
    const path = await makeLink(kind);
    await site.db
      .updateTable("staffLinks")
      .set({ expiresAt: sql`now()` })
      .execute();
    const accounts = await accountsNow();
    const response = await post(path, { name: "Tom", password });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("This link has expired");
    expect(await accountsNow()).toEqual(accounts);
  });
});

describe("confirming an address", () => {
  test("requires the password of the sign-up, signs in, and works once", async () => {
    const path = await makeLink("confirm");
    const wrong = await post(path, { password: "not the right password" });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain("Incorrect password. Please try again.");
    expect(await accountsNow()).toMatchObject([{ emailVerified: false }]);

    const right = await post(path, { password });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/admin"]);
    expect(await accountsNow()).toMatchObject([{ emailVerified: true, role: "pending" }]);
    const waiting = await site.request("/admin", { headers: { cookie: readCookies(right) } });
    expect(waiting.status).toBe(403);
    expect(await waiting.text()).toMatch(/Your account is waiting.*Sign Out/s);

    expect((await post(path, { password })).status).toBe(404);
  });

  test("offers a password reset", async () => {
    const html = await (await site.request(await makeLink("confirm"))).text();
    expect(html).toContain('<a href="/auth/reset">Forgot your password?</a>');
  });

  test("succeeds once in two concurrent requests", async () => {
    const path = await makeLink("confirm");
    const responses = await Promise.all([post(path, { password }), post(path, { password })]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404]);
  });
});

describe("setting a new password", () => {
  test("lists the other sign-in methods, which stay active", async () => {
    const path = await makeLink("reset");
    const userId = (await accountsNow())[0]?.id ?? "";
    const added = new Date("2026-11-03T18:00:00Z");
    await site.db
      .insertInto("staffAuthenticators")
      .values({ userId, sealedSecret: "sealed", confirmedAt: added, lastStep: null })
      .execute();
    const facts = { publicKey: "key", counter: 0, deviceType: "singleDevice", backedUp: false };
    await site.db
      .insertInto("staffPasskeys")
      .values({
        ...facts,
        id: "p1",
        credentialId: "c1",
        name: "Old <laptop>",
        userId,
        createdAt: added,
        transports: null,
        aaguid: null,
      })
      .execute();
    const html = await (await post(path, { password: "another fine password" })).text();
    expect(html).toMatch(
      /Passkey “Old &lt;laptop&gt;”, added Nov 3, 2026.*Authenticator app, added Nov 3, 2026.*remove it on your account page.*we can remove it/s,
    );
  });

  test("does not mention other sign-in methods if there are none", async () => {
    const html = await (await post(await makeLink("reset"), { password: "another fine password" })).text();
    expect(html).toContain("Your password has been changed");
    expect(html).not.toContain("sign-in methods are still active");
  });

  test("ends every session, makes the browser a known device, and works once", async () => {
    const path = await makeLink("reset");
    const { cookie } = await anotherSession(site.db, (await accountsNow())[0]?.id ?? "");
    const response = await post(path, { password: "another fine password" });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(/Your password has been changed.*data-tell-tabs="PASSWORD_RECOVERY"/s);
    expect(titleAndHeading(html).title).toBe("Your password has been changed");
    expect(response.headers.getSetCookie().join()).toMatch(/^practice\.device=.*; Path=\/; HttpOnly/);
    expect((await site.request("/auth", { headers: { cookie } })).status).toBe(200);
    const signedInAgain = await site.postForm("/auth", { email, password: "another fine password" });
    expect(signedInAgain.headers.get("location")).toBe("/admin");
    expect((await post(path, { password: "a third fine password" })).status).toBe(404);
  });

  test.each([
    ["elevenchars", "Please use at least 12 characters"],
    ["passwordpassword", "This password is too common."],
  ])("rejects %s, and the link stays valid", async (chosen, sentence) => {
    const path = await makeLink("reset");
    const response = await post(path, { password: chosen });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(sentence);
    expect((await site.request(path)).status).toBe(200);
  });
});

describe("an invitation", () => {
  test("displays the inviter, the role and its end, and creates the account", async () => {
    const path = await makeLink("invite");
    const html = await (await site.request(path)).text();
    expect(html).toContain("Ruth Calloway has invited you to the staff area of");
    expect(html).toContain(
      "You will have read-only access. Your access ends after Thursday, December 31, 2099.",
    );
    expect(html).toMatch(/<input id="username"[^>]* readonly=""[^>]* value="person@example\.com"/i);

    const refused = await post(path, { name: "Tom Avery", password: "five5" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('value="Tom Avery"');

    const made = await post(path, { name: "Tom Avery", password });
    expect([made.status, made.headers.get("location")]).toEqual([303, "/admin"]);
    const start = await site.request("/admin", { headers: { cookie: readCookies(made) } });
    expect([start.status, start.headers.get("location")]).toEqual([302, "/admin/record"]);
    expect(await accountsNow()).toMatchObject([
      { role: "owner" },
      { email, role: "examiner", emailVerified: true },
    ]);
    expect((await post(path, { name: "Tom Avery", password })).status).toBe(404);
  });

  test("is accepted once in two concurrent requests", async () => {
    const path = await makeLink("invite");
    const fields = { name: "Tom", password };
    const responses = await Promise.all([post(path, fields), post(path, fields)]);
    expect(responses.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(await accountsNow()).toHaveLength(2);
  });

  test("redirects to the sign-in screen if the sign-in limit is reached", async () => {
    const path = await makeLink("invite");
    const from = newAddress();
    const counting = { db: site.db, clock: systemClock, keys };
    for (let times = 1; times <= authenticationLimits.passwordsByAddress.most; times += 1) {
      await allowAttempt(counting, "passwordsByAddress", from);
    }
    const made = await site.postForm(path, { name: "Tom Avery", password }, {}, from);
    expect([made.status, made.headers.get("location")]).toEqual([303, "/auth?because=made"]);
    expect(await accountsNow()).toHaveLength(2);
  });

  test("reports that the address has an account in the meantime", async () => {
    const path = await makeLink("invite");
    await signedIn(site.db, { role: "pending", email });
    const response = await post(path, { name: "Tom", password });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain(
      "An account with this email address already exists. Please sign in instead.",
    );
  });
});

test.each(kinds)(
  "invalid links are limited by client address, and a valid one still works (%s)",
  async (kind) => {
    await withinOneWindow();
    const path = await makeLink(kind);
    const from = newAddress();
    const statuses = new Set<number>();
    const fields = { name: "Tom", password };
    for (let times = 1; times <= 51; times += 1) {
      const nonsense = `${accountPaths[kind]}/nonsense`;
      statuses.add((await site.postForm(nonsense, fields, {}, from)).status);
    }
    expect([...statuses]).toEqual([404, 429]);
    expect([200, 303]).toContain((await site.postForm(path, fields, {}, from)).status);
  },
);

test("guessing the password of a valid confirmation link is limited from any network address", async () => {
  await withinOneWindow();
  const path = await makeLink("confirm");
  for (let times = 1; times <= authenticationLimits.redemptionsByLink.most; times += 1) {
    expect((await post(path, { password: "of a stranger" })).status).toBe(401);
  }
  const refused = await post(path, { password });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/role="alert"[^>]*>Too many attempts/);
});

/** Creates a link through the site where possible. @returns its path */
async function makeLink(kind: LinkKind): Promise<string> {
  if (kind === "confirm") {
    await site.postForm("/auth", { intent: "sign-up", email, password }, {}, newAddress());
  } else if (kind === "reset") {
    await site.postForm("/auth", { intent: "sign-up", email, password }, {}, newAddress());
    await site.db.updateTable("staffUsers").set({ emailVerified: true }).execute();
    await site.postForm("/auth/reset", { email }, {}, newAddress());
    await site.db.deleteFrom("staffLinks").where("kind", "=", "confirm").execute();
  } else {
    const owner = await signedIn(site.db, { role: "owner", name: "Ruth Calloway" });
    await inviteAccount(
      { db: site.db, outbox: createOutbox(() => {}) },
      {
        email,
        role: "examiner",
        endsAt: endOfDayIn(practice.timeZone, "2099-12-31"),
        actor: { kind: "staff", id: owner.accountId, email: owner.email, sessionId: owner.sessionId },
      },
    );
  }
  return newestLink(kind);
}

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

function getToken(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function accountsNow() {
  return site.db
    .selectFrom("staffUsers")
    .select(["id", "email", "role", "emailVerified"])
    .orderBy("createdAt")
    .execute();
}

function post(path: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, {}, newAddress());
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}
