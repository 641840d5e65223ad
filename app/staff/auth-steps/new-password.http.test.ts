import { expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { readCookies } from "#tests/kit/sign-in-fixtures.ts";
import { cheapPasswords } from "#tests/kit/test-settings.ts";

const site = testApp();
const passwords = createPasswords(cheapPasswords);
const email = "ruth@example.com";
const path = "/auth/new-password?to=%2Fadmin%2Fteam";

test("an account with a too-short password must set a longer one right after sign-in", async () => {
  const cookie = await signInWithShortPassword();
  expect(await follow("/admin/team", cookie)).toBe(`302 ${path}`);
  const html = await (await site.request(path, { headers: { cookie } })).text();
  expect(html).toMatch(/<h1>Choose a longer password<\/h1>.*at least 12 characters/s);

  const changed = await post(cookie, { currentPassword: "zqvxkw", newPassword: "limestone in the rain" });
  expect([changed.status, changed.headers.get("location")]).toEqual([303, "/admin/team"]);
  const renewed = readCookies(changed);
  expect(await follow("/admin/team", renewed)).toBe("200 null");
  // The session token from the sign-in is no longer valid.
  expect(await follow("/admin/team", cookie)).toMatch(/^302 \/auth\?/);
  expect(await follow(path, renewed)).toBe("303 /admin/team");
});

test.each([
  [
    "the wrong current password",
    { currentPassword: "not this one" },
    422,
    "Incorrect password. Please try again.",
  ],
  ["eleven characters", { newPassword: "elevenchars" }, 422, "Please use at least 12 characters"],
  ["a common one", { newPassword: "passwordpassword" }, 422, "This password is too common."],
])("rejects %s and stays on the page", async (_, changes, status, text) => {
  const cookie = await signInWithShortPassword();
  const refused = await post(cookie, {
    currentPassword: "zqvxkw",
    newPassword: "limestone in the rain",
    ...changes,
  });
  expect(refused.status).toBe(status);
  expect(await refused.text()).toContain(text);
  expect(await follow("/admin", cookie)).toMatch(/^302 \/auth\/new-password/);
});

async function signInWithShortPassword(): Promise<string> {
  const account = { name: "Ruth", email, password: "limestone in the rain", role: "owner" } as const;
  await addAccount({ db: site.db, passwords }, { ...account, actor: { kind: "shell" } });
  const password = await passwords.hash("zqvxkw", "anyone");
  await site.db.updateTable("staffAccounts").set({ password, hasLongPassword: null }).execute();
  return readCookies(
    await site.postForm("/auth", { intent: "sign-in", email, password: "zqvxkw" }, {}, newAddress()),
  );
}

function post(cookie: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, { cookie }, newAddress());
}

async function follow(address: string, cookie: string): Promise<string> {
  const response = await site.request(address, { headers: { cookie } });
  return `${response.status} ${response.headers.get("location")}`;
}
