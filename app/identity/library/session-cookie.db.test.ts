import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";

const { db } = testDatabase();
const identity = testIdentity(db, "https://practice.example");
const name = "__Host-practice.session_token";
const password = "a long enough password";

/** The bytes of characters that `String.prototype.trim` removes, as Node decodes header values. */
const spaces = [
  "\u{a0}",
  "\u{85}",
  "\u{c2}\u{a0}",
  "\u{e2}\u{80}\u{83}",
  "\u{ef}\u{bb}\u{bf}",
  "\u{c}",
  "\u{b}",
];

describe("a session cookie over https", () => {
  // A subdomain can set a cookie for this host unless its name starts with `__Host-`.
  test.each(spaces)("is not read from a name with the space %j around it", async (space) => {
    const { own, stranger } = await twoSessions();
    expect(await findEmail(`${space}${name}=${stranger}`)).toBeUndefined();
    expect(await findEmail(`${name}${space}=${stranger}`)).toBeUndefined();
    expect(await findEmail(`${space}${name}=${stranger}; ${name}=${own}`)).toBe("own@example.com");
    expect(await findEmail(`${name}=${own}; ${space}${name}=${stranger}`)).toBe("own@example.com");
    expect(await findEmail(`x=1;${space}${name}=${stranger}; ${name}=${own}`)).toBe("own@example.com");
  });

  test("is not read if two cookies have its name", async () => {
    const { own, stranger } = await twoSessions();
    expect(await findEmail(`${name}=${stranger}; ${name}=${own}`)).toBeUndefined();
    expect(await findEmail(`${name}=${own}; ${name}=${stranger}`)).toBeUndefined();
  });

  test("is read only as this server writes it", async () => {
    const { own } = await twoSessions();
    expect(await findEmail(`${name}=${own}`)).toBe("own@example.com");
    expect(await findEmail(`x=1;\t ${name}=${own} \t;y`)).toBe("own@example.com");
    for (const header of [
      `${name}="${own}"`,
      `${name}=\u{a0}${own}`,
      `=${name}=${own}`,
      `x, ${name}=${own}`,
    ]) {
      expect(await findEmail(header), header).toBeUndefined();
    }
  });

  test("has to be removed only if it was sent", () => {
    const isRemoved = (cookie: string): boolean =>
      [...identity.forgetSession(new Headers({ cookie }))].length > 0;
    expect([`${name}=`, `a=b; ${name}=x; ${name}=y`].map(isRemoved)).toEqual([true, true]);
    expect([`\u{a0}${name}=x`, `a=${name}=x`, "practice.session_token=x"].map(isRemoved)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

async function twoSessions() {
  return { own: await signIn("own@example.com"), stranger: await signIn("stranger@example.com") };
}

async function signIn(email: string): Promise<string> {
  const account = { name: "A person", email, password, role: "staff", actor: { kind: "shell" } } as const;
  await addAccount({ db, passwords: identity.passwords }, account);
  const browser = testBrowser();
  const outcome = await identity.signIn(browser.visitor(), { email, password });
  if (outcome.ok) browser.take(outcome.headers);
  return browser.cookies.get(name) ?? "";
}

async function findEmail(cookie: string): Promise<string | undefined> {
  return (await identity.currentSession(new Headers({ cookie })))?.staff.email;
}
