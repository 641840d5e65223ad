import { describe, expect, test, vi } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { cheapPasswords } from "#tests/kit/test-settings.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";

const site = testApp();
const password = "a password for tests";
const email = "person@example.com";

describe("the cached sign-in screen", () => {
  test("serves visitors without a session and rejected attempts without rendering a page", async () => {
    await withinOneWindow();
    await account();
    const respond = vi.spyOn(site.pages(), "respond");
    const responses = [
      await site.request("/auth"),
      await site.request("/auth?tab=sign-up&to=%2Fadmin%2Fpeople"),
      await site.request("/auth", { headers: { cookie: "practice.session_token=forged.AAAA" } }),
      await signIn("guessed"),
      await site.postForm("/auth", { email: "nobody", password: "" }),
      await post({ intent: "quick-access" }),
      await post({ intent: "sign-up", email, password }),
    ];
    for (let tries = 1; tries < 10; tries += 1) await signIn("guessed");
    responses.push(await signIn("guessed"));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 401, 422, 401, 409, 429]);
    expect(respond).not.toHaveBeenCalled();
    // Each cached state is rendered at most once.
    const variant = { name: "of this test", prepare: () => {} };
    const kept = await site.pages().variant("/auth", variant);
    expect(await site.pages().variant("/auth", variant)).toBe(kept);
  });

  test("leaks no data from one visitor to the next", async () => {
    const screen = "/auth?to=%2Fadmin%2Fpeople";
    await site.postForm(screen, { intent: "sign-in", email: "first@example.com", password: "guessed" });
    const next = await (await site.postForm("/auth", { email: "second@example.com", password: "x" })).text();
    expect(next).toContain('value="second@example.com"');
    expect(next).not.toMatch(/first@example|admin%2Fpeople|placeholder-of/);
    const fresh = await getText("/auth");
    expect(fresh).not.toMatch(/(?:first|second)@example|admin%2Fpeople|placeholder-of/);
  });

  test.each(['"><script>alert(1)</script>', "$&$`'\"", "placeholder-of-return-page", "&quot;"])(
    "escapes user input: %s",
    async (typed) => {
      const html = await (await site.postForm("/auth", { email: typed, password: "x" })).text();
      const value = /<input id="email"[^>]* value="([^"]*)"/.exec(html)?.[1] ?? "";
      const shown = value
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&");
      expect(shown).toBe(typed);
      expect(html).not.toContain("<script>alert");
    },
  );

  test("uses the color scheme from the visitor's cookie", async () => {
    expect(await getText("/auth")).toContain('<html lang="en">');
    const dark = await site.request("/auth", { headers: { cookie: "practice.scheme=dark" } });
    expect(await dark.text()).toContain('<html lang="en" data-scheme="dark">');
  });

  test("lists its allowed methods in response to any other method", async () => {
    const response = await site.request("/auth", { method: "PUT", headers: { origin: testSiteUrl } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
});

async function account(): Promise<void> {
  const passwords = createPasswords(cheapPasswords);
  const person = { name: "A person of the firm", email, password, role: "staff" } as const;
  await addAccount({ db: site.db, passwords }, { ...person, actor: { kind: "shell" } });
}

function signIn(tried: string): Promise<Response> {
  return post({ intent: "sign-in", email, password: tried });
}

function post(fields: Record<string, string>): Promise<Response> {
  return site.postForm("/auth", fields, {}, newAddress());
}

async function getText(path: string): Promise<string> {
  return (await site.request(path)).text();
}
